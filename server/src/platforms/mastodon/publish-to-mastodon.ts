import { requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { uploadImages } from '../images/open-images.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, sendThread } from '../send-thread.ts';
import { uploadToMastodon } from './upload-to-mastodon.ts';

/**
 * Posts each status under a key that follows from the intent: sent again within the hour, the server
 * answers with the status that stands (docs.joinmastodon.org, methods/statuses, Idempotency-Key).
 */
export async function publishToMastodon(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const posts = postsOf(payload);
  const mediaIds = await uploadImages(call, (image) => uploadToMastodon(call, image));
  await onSending();
  return sendThread(posts, async (post, parent, index) => {
    const headers = { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': `${intent.id}/${index}` };
    const json: JsonObject = {
      ...post,
      ...(index === 0 && mediaIds.length > 0 && { media_ids: mediaIds }),
      ...(parent && { in_reply_to_id: parent.id }),
    };
    const { body } = await api.send({ url: `${account.server}/api/v1/statuses`, headers, json });
    return { id: requiredText('Mastodon', body, 'id'), url: textAt(body, 'url') };
  });
}
