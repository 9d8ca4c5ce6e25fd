import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call, CommentCall, FindCall } from '../connector.ts';
import { absentAmong, type Json, type LookupResult, type Outcome, sinceIntent } from '../platform.ts';
import { bearer, pathsOf } from './lemmy-api.ts';

const PAGE = 20;
const MOST_PAGES = 5;

/** Searches the account's own posts since the intent, the latest first, and what moderators removed of them. */
export async function findOnLemmy(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const since = sinceIntent(intent);
  const isThere = (post: Json): boolean => textAt(post, 'community_id') === account.communityId;
  const findingAmong = (posts: readonly Json[]): LookupResult | null => {
    const named = posts.filter((post) => isThere(post) && publishedAt(post) >= since && textAt(post, 'name') === payload.name);
    const [post] = named.filter((each) => (textAt(each, 'body') ?? '').startsWith(String(payload.body)));
    if (post) return { ...publishedAs(post), kind: 'found' };
    return named.length > 0 ? { kind: 'unsure', message: 'The account has a post with this title since, and another text.' } : null;
  };
  const own: Json[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { posts, next } = await readPosts(call, page, cursor);
    own.push(...posts);
    const finding = findingAmong(posts);
    if (finding) return finding;
    const recent = posts.filter((post) => publishedAt(post) >= since);
    if (recent.length < PAGE) {
      const others = own.filter((post) => isThere(post) && publishedAt(post) >= since).map((post) => publishedAs(post).providerId);
      return findingAmong(await readRemoved(call, 'Post')) ?? (own.some(isThere) || showsAll(call) ? absentAmong(intent, others) : HIDDEN);
    }
    cursor = next;
  }
  return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
}

/**
 * Version 3 hides from an account what its settings, languages and blocks hide from it, its own posts included (crates/db_views
 * of 0.19, post_view.rs and comment_view.rs). Where it shows one of them in the community, it would show others.
 */
const HIDDEN: LookupResult = { kind: 'unsure', message: 'Lemmy shows the account none of its posts in this community.' };

const showsAll = ({ account }: Pick<Call, 'account'>): boolean => pathsOf(account).modlog === null;

/** Version 3 counts pages, version 4 goes by cursors. */
async function readPosts(
  { account, api }: Pick<Call, 'account' | 'api'>,
  page: number,
  cursor: string | null,
): Promise<{ posts: Json[]; next: string | null }> {
  const shared = { person_id: account.personId ?? '', limit: String(PAGE) };
  const query: Record<string, string> =
    account.api === 'v4'
      ? { ...shared, type_: 'posts', ...(cursor && { page_cursor: cursor }) }
      : { ...shared, sort: 'New', page: String(page) };
  const { body } = await api.ask({
    url: `${account.server}${pathsOf(account).postsOf}?${new URLSearchParams(query)}`,
    headers: bearer(account),
  });
  const views = ['items', 'content', 'posts'].flatMap((name) => listAt(body, name));
  return { posts: views.flatMap((view) => at(view, 'post') ?? []), next: textAt(body, 'next_page') };
}

/** GET /modlog of version 3, whose other lists have nothing that was removed. */
async function readRemoved({ account, api }: Pick<Call, 'account' | 'api'>, kind: 'Post' | 'Comment'): Promise<Json[]> {
  const { modlog } = pathsOf(account);
  if (modlog === null) return [];
  const of = { other_person_id: account.personId ?? '', community_id: account.communityId ?? '' };
  const query = new URLSearchParams({ type_: `ModRemove${kind}`, ...of, limit: String(PAGE) });
  const { body } = await api.ask({ url: `${account.server}${modlog}?${query}`, headers: bearer(account) });
  return listAt(body, `removed_${kind.toLowerCase()}s`).flatMap((entry) => at(entry, kind.toLowerCase()) ?? []);
}

/**
 * GET /comment/list of the post, the latest first. Without `type_` only communities of the account's own view are in it. The
 * server takes tracking parameters out of links, so a comment of the account with other words may be this one.
 */
export async function findCommentOnLemmy(call: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const { payload, account, post, api } = call;
  const words = account.api === 'v4' ? { type_: 'all', sort: 'new' } : { type_: 'All', sort: 'New' };
  const query = new URLSearchParams({ post_id: post.providerId, ...words, limit: String(PAGE) });
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).comment}/list?${query}`, headers: bearer(account) });
  const comments = [...listAt(body, 'comments'), ...listAt(body, 'items')].map((view) => at(view, 'comment') ?? null);
  const removed = await readRemoved(call, 'Comment');
  const own = [
    ...comments.filter((each) => textAt(each, 'creator_id') === account.personId),
    ...removed.filter((each) => textAt(each, 'post_id') === post.providerId),
  ];
  const found = own.find((each) => textAt(each, 'content') === payload.text);
  if (found) return { ...publishedAs(found), kind: 'found' };
  if (own.length > 0) return { kind: 'unsure', message: 'The account has a comment there, with other words.' };
  if (comments.length >= PAGE) return { kind: 'unsure', message: 'The post has too many comments to tell.' };
  if (showsAll(call)) return { kind: 'absent' };
  const { posts } = await readPosts(call, 1, null);
  return posts.some((each) => textAt(each, 'community_id') === account.communityId) ? { kind: 'absent' } : HIDDEN;
}

const publishedAt = (post: Json): number => Date.parse(textAt(post, 'published_at') ?? textAt(post, 'published') ?? '');

export function publishedAs(post: Json | undefined): Extract<Outcome, { kind: 'published' }> {
  return { kind: 'published', providerId: requiredText('Lemmy', post, 'id'), url: textAt(post, 'ap_id') };
}
