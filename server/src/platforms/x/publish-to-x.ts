import { requiredText } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { postsOf, sendThread } from '../send-thread.ts';
import { bearer } from './x-oauth.ts';

/** docs.x.com, POST /2/tweets; each further post answers the one before it. */
export async function publishToX(base: string, { payload, account, api, onSending }: PublishCall): Promise<Outcome> {
  const posts = postsOf(payload);
  await onSending();
  return sendThread(posts, async (post, parent) => {
    const json: JsonObject = { ...post, ...(parent && { reply: { in_reply_to_tweet_id: parent.id } }) };
    const { body } = await api.send({ url: `${base}/2/tweets`, headers: bearer(account), json });
    const id = requiredText('X', body, 'data', 'id');
    return { id, url: postUrl(account.username, id) };
  });
}

/** Where a person sees the post. */
export function postUrl(username: string | undefined, id: string): string {
  return `https://x.com/${username ?? 'i'}/status/${id}`;
}
