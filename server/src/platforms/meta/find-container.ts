import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import type { Json, LookupResult } from '../platform.ts';
import { type ContainerApi, readContainer } from './publish-container.ts';

/**
 * Asks for the container's status. `listEdge` lists the account's posts, among which the resulting one is recognized
 * by its text.
 */
export async function findContainer(
  api: ContainerApi,
  call: FindCall,
  posts: { listEdge: string; textField: string; text: string },
): Promise<LookupResult> {
  const { containerId } = call.intent.keys;
  // Without a container no post was ever requested.
  if (typeof containerId !== 'string') return { kind: 'absent' };
  const { status } = await readContainer(api, call, containerId);
  if (status === 'FINISHED' || status === 'ERROR' || status === 'EXPIRED') return { kind: 'absent' };
  if (status !== 'PUBLISHED') return { kind: 'unsure', message: `${api.label} still works on it.` };
  const post = (await listPosts(api, call, posts)).find((each) => textAt(each, posts.textField) === posts.text);
  if (!post) return { kind: 'found', providerId: containerId, url: null };
  return { kind: 'found', providerId: requiredText(api.label, post, 'id'), url: textAt(post, 'permalink') };
}

async function listPosts(
  { base }: ContainerApi,
  { account, api, intent }: FindCall,
  { listEdge, textField }: { listEdge: string; textField: string },
): Promise<Json[]> {
  const since = String(Math.floor(Date.parse(intent.createdAt) / 1000) - 60);
  const query = new URLSearchParams({ fields: `id,permalink,${textField}`, since, limit: '50', access_token: account.accessToken ?? '' });
  return listAt((await api.ask({ url: `${base}/${account.userId}/${listEdge}?${query}` })).body, 'data');
}
