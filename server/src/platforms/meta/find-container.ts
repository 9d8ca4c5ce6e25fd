import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import type { JsonObject, LookupResult } from '../platform.ts';
import type { Standing } from '../send-thread.ts';
import { type ContainerApi, readContainer } from './publish-container.ts';

/** Asks for the container's status; the resulting post is recognized by its text among those of the account. */
export async function findContainer(api: ContainerApi, call: FindCall): Promise<LookupResult> {
  const { containerId } = call.intent.keys;
  // Without a container no post was ever requested.
  if (typeof containerId !== 'string') return { kind: 'absent' };
  const { status } = await readContainer(api, call, containerId);
  if (status === 'FINISHED' || status === 'ERROR' || status === 'EXPIRED') return { kind: 'absent' };
  if (status !== 'PUBLISHED') return { kind: 'unsure', message: `${api.label} still works on it.` };
  const post = await findPublished(api, call, call.payload);
  return { kind: 'found', providerId: post?.id ?? containerId, url: post?.url ?? null };
}

/** The account's post, or its reply, with the text of a payload, published since the intent; null if it is not listed. */
export async function findPublished(
  { base, label, listEdge, repliesEdge, textField }: ContainerApi,
  { account, api, intent }: Pick<FindCall, 'account' | 'api' | 'intent'>,
  payload: JsonObject,
): Promise<Standing | null> {
  const since = String(Math.floor(Date.parse(intent.createdAt) / 1000) - 60);
  const query = new URLSearchParams({ fields: `id,permalink,${textField}`, since, limit: '50', access_token: account.accessToken ?? '' });
  const edge = payload.reply_to_id !== undefined && repliesEdge ? repliesEdge : listEdge;
  const posts = listAt((await api.ask({ url: `${base}/${account.userId}/${edge}?${query}` })).body, 'data');
  const post = posts.find((each) => textAt(each, textField) === payload[textField]);
  return post ? { id: requiredText(label, post, 'id'), url: textAt(post, 'permalink') } : null;
}
