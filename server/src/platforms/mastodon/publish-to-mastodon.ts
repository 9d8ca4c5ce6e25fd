import { requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, type Standing, sendThread } from '../send-thread.ts';
import { openVideo } from '../videos.ts';
import { lastOnMastodon } from './read-back-from-mastodon.ts';

/**
 * Posts each status under a key derived from the intent: repeated within the hour, the server returns the existing
 * status (docs.joinmastodon.org, methods/statuses, Idempotency-Key).
 */
export async function publishToMastodon(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const posts = postsOf(payload);
  const video = await openVideo(call);
  const mediaIds = video ? [await uploadToMastodon(call, video)] : await uploadImages(call, (image) => uploadToMastodon(call, image));
  const replyTo = call.replyTo && { id: await lastOnMastodon(call, call.replyTo), url: null };
  await onSending();
  const send = async (post: JsonObject, parent: Standing | undefined, index: number): Promise<Standing> => {
    const headers = { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': `${intent.id}/${index}` };
    const json: JsonObject = {
      ...post,
      // Servers that also accept Markdown or HTML may parse either by the account's default.
      content_type: 'text/plain',
      ...(index === 0 && mediaIds.length > 0 && { media_ids: mediaIds }),
      ...(parent && { in_reply_to_id: parent.id }),
    };
    const { body } = await api.send({ url: `${account.server}/api/v1/statuses`, headers, json });
    return { id: requiredText('Mastodon', body, 'id'), url: textAt(body, 'url') };
  };
  return sendThread(posts, send, replyTo);
}

/**
 * docs.joinmastodon.org, methods/media: v2 returns 202 while the server processes the file, and a status accepts it
 * once it returns 200. Unused media are deleted after a day.
 */
async function uploadToMastodon({ account, api, signal }: PublishCall, { bytes, mimeType, fileName, altText }: OpenImage): Promise<string> {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const parts = [{ name: 'file', bytes, mimeType, fileName }, ...(altText ? [{ name: 'description', value: altText }] : [])];
  const answer = await api.ask({ url: `${account.server}/api/v2/media`, headers, parts });
  const id = requiredText('Mastodon', answer.body, 'id');
  if (answer.status !== 200) {
    await awaitReady('Mastodon', signal, async () => {
      const { status } = await api.ask({ url: `${account.server}/api/v1/media/${id}`, headers });
      return status === 200;
    });
  }
  return id;
}
