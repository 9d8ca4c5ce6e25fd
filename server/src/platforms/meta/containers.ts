import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import { type JsonObject, type LookupResult, sinceIntent } from '../platform.ts';
import type { Standing } from '../send-thread.ts';

/** The differences between Threads and Instagram. */
export interface ContainerApi {
  label: string;
  /** With the version. */
  base: string;
  /** The account's edges that create a container and publish it. */
  createEdge: string;
  publishEdge: string;
  /** The account's edge that lists its posts, and their field with the text. */
  listEdge: string;
  textField: string;
  /** The account's edge that lists its replies, where a thread is possible. */
  repliesEdge?: string;
  /** The container's field with its status. */
  statusField: string;
  /** The container's field that says why it failed. */
  reasonField: string;
  /** The media type of a single image, where it is required. */
  imageType?: string;
}

/** EXPIRED, ERROR, FINISHED, IN_PROGRESS or PUBLISHED (developers.facebook.com, Threads and Instagram, Troubleshooting). */
export async function readContainer(
  { base, label, statusField, reasonField }: ContainerApi,
  { account, api }: Pick<FindCall, 'account' | 'api'>,
  containerId: string,
): Promise<{ status: string; message: string | null }> {
  const query = new URLSearchParams({ fields: `${statusField},${reasonField}`, access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${base}/${containerId}?${query}` });
  return { status: requiredText(label, body, statusField), message: textAt(body, reasonField) };
}

/** The account's post, or its reply, with the text of a payload, published since the intent; null if it is not listed. */
export async function findPublished(
  { base, label, listEdge, repliesEdge, textField }: ContainerApi,
  { account, api, intent }: Pick<FindCall, 'account' | 'api' | 'intent'>,
  payload: JsonObject,
): Promise<Standing | null> {
  const since = String(Math.floor(sinceIntent(intent) / 1000));
  const query = new URLSearchParams({ fields: `id,permalink,${textField}`, since, limit: '50', access_token: account.accessToken ?? '' });
  const edge = payload.reply_to_id !== undefined && repliesEdge ? repliesEdge : listEdge;
  const posts = listAt((await api.ask({ url: `${base}/${account.userId}/${edge}?${query}` })).body, 'data');
  const post = posts.find((each) => textAt(each, textField) === payload[textField]);
  return post ? { id: requiredText(label, post, 'id'), url: textAt(post, 'permalink') } : null;
}

/** A container was published, and its post is not found. */
export const notListed = ({ label }: ContainerApi): Sentence => say`${label} has published the post, but does not list it yet.`;

/** Asks for the container's status; the resulting post is recognized by its text among those of the account. */
export async function findContainer(api: ContainerApi, call: FindCall): Promise<LookupResult> {
  const { containerId } = call.intent.keys;
  // Without a container no post was ever requested.
  if (typeof containerId !== 'string') return { kind: 'absent' };
  const { status } = await readContainer(api, call, containerId);
  if (status === 'FINISHED' || status === 'ERROR' || status === 'EXPIRED') return { kind: 'absent' };
  if (status !== 'PUBLISHED') return { kind: 'unsure', message: `${api.label} still works on it.` };
  const post = await findPublished(api, call, call.payload);
  // The container's id is not that of the post: nothing could be read, commented or removed by it.
  if (!post) return { kind: 'unsure', ...toStoredMessage(notListed(api)) };
  return { kind: 'found', providerId: post.id, url: post.url };
}
