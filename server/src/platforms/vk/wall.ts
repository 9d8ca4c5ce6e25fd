import { at, figuresAt, listAt, onOneLine, textAt } from '../api/read-json.ts';
import type { CommentCall, FindCall, ReadBackCall } from '../connector.ts';
import { imagesOf } from '../images.ts';
import {
  absentAmong,
  type ComparedFields,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  onlyPost,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { shownMedia, videoOf } from '../videos.ts';
import { ask, type VkHosts } from './vk-oauth.ts';

/** The most of one page. */
const PAGE = 100;
const MOST_PAGES = 5;

/** wall.get, the newest first, but a pinned post before all: the owner's posts since the intent. */
export async function findOnWall({ api: base }: VkHosts, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = sinceIntent(intent) / 1_000;
  const recent: Json[] = [];
  let isWhole = false;
  for (let page = 0; page < MOST_PAGES && !isWhole; page += 1) {
    const form = { owner_id: account.ownerId ?? '', filter: 'owner', count: String(PAGE), offset: String(page * PAGE) };
    const posts = listAt(await ask(base, api, account, 'wall.get', form), 'items');
    recent.push(...posts.filter((post) => Number(at(post, 'date')) >= since));
    isWhole = posts.length < PAGE || posts.some((post) => Number(at(post, 'date')) < since && at(post, 'is_pinned') !== 1);
  }
  const idOf = (post: Json): string => `${account.ownerId}_${textAt(post, 'id')}`;
  const same = recent.filter((post) => isSame(post, payload)).map(idOf);
  const found = onlyPost('The wall', same, (id) => ({ providerId: id, url: wallUrl(id) }));
  if (found) return found;
  if (!isWhole) return { kind: 'unsure', message: 'The wall has too many posts since to tell.' };
  return absentAmong(intent, recent.map(idOf));
}

/** wall.getById. */
export async function readBackFromWall({ api: base }: VkHosts, { payload, account, api, post }: ReadBackCall): Promise<ReadBack> {
  const response = await ask(base, api, account, 'wall.getById', { posts: post.providerId });
  const [found] = [...listAt(response, 'items'), ...listAt(response)];
  if (!found || at(found, 'is_deleted') === true) return { kind: 'gone', seenBy: 'account' };
  return {
    kind: 'found',
    seenBy: 'account',
    signed: { ...fieldsOf(String(payload.message), hrefOf(payload.link)), pictures: String(shownMedia(payload).length) },
    published: { ...fieldsOf(textAt(found, 'text') ?? '', linkIn(found)), pictures: String(photosIn(found) + videosIn(found)) },
  };
}

const COUNTS = { 'views.count': 'views', 'likes.count': 'likes', 'comments.count': 'replies', 'reposts.count': 'reposts' } as const;

/** wall.getById. VK counts no views on a person's wall. */
export async function readMetricsFromWall({ api: base }: VkHosts, { account, api, post }: ReadBackCall): Promise<readonly Figure[] | null> {
  const response = await ask(base, api, account, 'wall.getById', { posts: post.providerId });
  const [found] = [...listAt(response, 'items'), ...listAt(response)];
  return found && at(found, 'is_deleted') !== true ? figuresAt(found, COUNTS) : null;
}

const fieldsOf = (text: string, links: string): ComparedFields => ({ text, links });

function isSame(post: Json, payload: JsonObject): boolean {
  return (
    onOneLine(textAt(post, 'text')) === onOneLine(payload.message) &&
    linkIn(post) === hrefOf(payload.link) &&
    photosIn(post) === imagesOf(payload).length &&
    videosIn(post) === (videoOf(payload) ? 1 : 0)
  );
}

const attachmentsOf = (post: Json, type: string): Json[] => listAt(post, 'attachments').filter((each) => textAt(each, 'type') === type);

const photosIn = (post: Json): number => attachmentsOf(post, 'photo').length;

const videosIn = (post: Json): number => attachmentsOf(post, 'video').length;

const linkIn = (post: Json): string => hrefOf(attachmentsOf(post, 'link').map((each) => textAt(each, 'link', 'url'))[0] ?? undefined);

const hrefOf = (link: Json | undefined): string => (typeof link === 'string' ? (URL.parse(link)?.href ?? link) : '');

/** wall.getComments, the newest first: the wall's own comment with this text. */
export async function findCommentOnWall(
  { api: base }: VkHosts,
  { payload, account, post, api }: Omit<CommentCall, 'onSending'>,
): Promise<LookupResult> {
  const { ownerId = '' } = account;
  const form = { owner_id: ownerId, post_id: post.providerId.split('_')[1] ?? '', sort: 'desc', count: String(PAGE) };
  const comments = listAt(await ask(base, api, account, 'wall.getComments', form), 'items');
  const found = comments.find((each) => textAt(each, 'from_id') === ownerId && onOneLine(textAt(each, 'text')) === onOneLine(payload.text));
  if (found) return { kind: 'found', ...commentAt(post.providerId, textAt(found, 'id') ?? '') };
  return comments.length < PAGE ? { kind: 'absent' } : { kind: 'unsure', message: 'The post has too many comments to tell.' };
}

/** A comment's id and its public address. */
export const commentAt = (postId: string, id: string) => ({ providerId: id, url: `${wallUrl(postId)}?reply=${id}` });

/** The public address of a post by owner and number, `-1_42`. */
export function wallUrl(id: string): string {
  return `https://vk.com/wall${id}`;
}
