import { requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, sendThread } from '../send-thread.ts';

/**
 * Posts each status under a key that follows from the intent: sent again within the hour, the server
 * answers with the status that stands (docs.joinmastodon.org, methods/statuses, Idempotency-Key).
 */
export async function publishToMastodon({ payload, account, intent, api, onSending }: PublishCall): Promise<Outcome> {
  const posts = postsOf(payload);
  await onSending();
  return sendThread(posts, async (post, parent, index) => {
    const headers = { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': `${intent.id}/${index}` };
    const json: JsonObject = { ...post, ...(parent && { in_reply_to_id: parent.id }) };
    const { body } = await api.send({ url: `${account.server}/api/v1/statuses`, headers, json });
    return { id: requiredText('Mastodon', body, 'id'), url: textAt(body, 'url') };
  });
}
