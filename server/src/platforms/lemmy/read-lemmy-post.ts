import type { Sentence } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call, CommentCall, EditCall, FindCall, ReadBackCall } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT } from '../images.ts';
import {
  absentAmong,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { bearer, pathsOf, readPerson } from './lemmy-api.ts';

/** GET /post, with or without a session: the view of the post; null if it is gone, or hidden from the reader. */
async function readPost({ account, post, api }: ReadBackCall, headers: Record<string, string>): Promise<Json> {
  const url = `${account.server}${pathsOf(account).post}?${new URLSearchParams({ id: post.providerId })}`;
  const view = at((await api.look({ url, headers }))?.body, 'post_view');
  const isGone = at(view, 'post', 'deleted') === true || at(view, 'post', 'removed') === true;
  return view === undefined || isGone ? null : view;
}

/**
 * PUT /post: what is not named stays, so a picture that is the address of the post does. Lemmy would also change a deleted post,
 * which stays deleted.
 */
export async function editOnLemmy(call: EditCall): Promise<void> {
  const { payload, account, post, api, onSending } = call;
  if (!(await readPost(call, bearer(account)).catch(asMissing))) throw hiddenPost();
  const { name = '', body = '', url = '' } = payload;
  // Without a link, an empty address takes the one that the post had.
  const json = { post_id: Number(post.providerId), name, body, ...(imagesOf(payload).length === 0 && { url }) };
  await onSending();
  await api.send({ method: 'PUT', url: `${account.server}${pathsOf(account).post}`, headers: bearer(account), json });
}

/** Pictures below the text; the only one of a post without a link is its address. */
export const picturesInText = (payload: JsonObject): Sentence | null =>
  imagesOf(payload).length > (payload.url === undefined ? 1 : 0) ? MEDIA_IN_TEXT : null;

/**
 * What is deleted cannot be deleted again, which Lemmy words like a fault of its database (`couldnt_update`): the post
 * says which it is.
 */
export async function retractFromLemmy(call: ReadBackCall): Promise<void> {
  const { account, post, api } = call;
  const [method, path] = pathsOf(account).removal;
  const json = { post_id: Number(post.providerId), deleted: true };
  try {
    await api.ask({ method, url: `${account.server}${path}`, headers: bearer(account), json });
  } catch (error) {
    const mayBeGone = error instanceof ApiFault && ['rejected', 'unknown'].includes(error.outcome.kind);
    if (!mayBeGone || (await readPost(call, bearer(account)).catch(asMissing))) throw error;
  }
}

/** Version 3 says with status 400 that there is no such post. */
function asMissing(error: unknown): null {
  if (error instanceof ApiFault && error.code === 'couldnt_find_post') return null;
  throw error;
}

/** Lemmy's names for a post that the reader may not see or that does not exist; version 3 answers both with status 400. */
const HIDDEN = ['couldnt_find_post', 'instance_is_private'];

function asHidden(error: unknown): null {
  if (error instanceof ApiFault && HIDDEN.includes(error.code)) return null;
  throw error;
}

/**
 * As anyone sees it. Where only members see posts, as the account sees it; the session must be valid for that, since
 * version 3 answers an ended one as it answers anyone.
 */
export async function readBackFromLemmy(call: ReadBackCall): Promise<ReadBack> {
  const { account, api, payload } = call;
  const seenByAll = at(await readPost(call, {}).catch(asHidden), 'post');
  const post = seenByAll ?? at(await readPost(call, bearer(account)).catch(asHidden), 'post');
  if (!post) {
    await readPerson(account, api);
    return { kind: 'gone', seenBy: 'public' };
  }
  const images = imagesOf(payload);
  const isPictureFirst = payload.url === undefined && images.length > 0;
  const { text, altTexts } = splitBody(textAt(post, 'body') ?? '', isPictureFirst ? images.length - 1 : images.length);
  const link = textAt(post, 'url');
  const shown = isPictureFirst && link !== null ? [textAt(post, 'alt_text') ?? '', ...altTexts] : altTexts;
  return {
    kind: 'found',
    seenBy: seenByAll ? 'public' : 'account',
    signed: {
      title: String(payload.name),
      text: String(payload.body),
      pictures: String(images.length),
      alt_texts: linesOf(images.map(({ alt_text: altText = '' }) => altText)),
      ...linkOf(payload.url),
    },
    published: {
      title: textAt(post, 'name') ?? '',
      text,
      pictures: String(shown.length),
      alt_texts: linesOf(shown),
      ...(!isPictureFirst && linkOf(link)),
    },
  };
}

const linesOf = (texts: readonly string[]): string => texts.map((text) => text.replaceAll(/\s+/g, ' ')).join('\n');

/** Lemmy normalises addresses: a host alone gets its slash. */
function linkOf(link: unknown): { links?: string } {
  return typeof link === 'string' ? { links: URL.parse(link)?.href ?? link } : {};
}

/** A server may show pictures of other sites through itself (`markdown_rewrite_image_links`). */
const PROXIED = /https?:\/\/[^\s()<>]+\/image[_/]proxy\?url=[^\s()<>]+/g;
const PICTURE = /^!\[((?:\\.|[^\]\\])*)\]\(<?[^<>()\s]+>?\)$/;

/** The text, and the descriptions of the pictures that were placed below it: as many of them as are there. */
function splitBody(body: string, most: number): { text: string; altTexts: string[] } {
  const parts = body.split('\n\n');
  const altTexts: string[] = [];
  while (altTexts.length < most) {
    const [, altText] = PICTURE.exec((parts.at(-1) ?? '').trim()) ?? [];
    if (altText === undefined) break;
    altTexts.unshift(altText.replaceAll(/\\(.)/g, '$1'));
    parts.pop();
  }
  const text = parts.join('\n\n').replaceAll(PROXIED, (address) => URL.parse(address)?.searchParams.get('url') ?? address);
  return { text, altTexts };
}

const COUNTS = { upvotes: 'likes', comments: 'replies', score: null, downvotes: null } as const;

/** Version 3 returns the counts next to the post, version 4 inside it. */
export async function readMetricsFromLemmy(call: ReadBackCall): Promise<readonly Figure[] | null> {
  const view = await readPost(call, bearer(call.account));
  return view === null ? null : figuresAt(at(view, 'counts') ?? at(view, 'post'), COUNTS);
}

const PAGE = 20;
const MOST_PAGES = 5;

/** Searches the account's own posts since the intent, the latest first, and what moderators removed of them. */
export async function findOnLemmy(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const since = sinceIntent(intent);
  const isThere = (post: Json): boolean => textAt(post, 'community_id') === account.communityId;
  const findingAmong = (posts: readonly Json[]): LookupResult | null => {
    const named = posts.filter((post) => isThere(post) && publishedAt(post) >= since && textAt(post, 'name') === payload.name);
    const [post] = named.filter(
      (each) => (textAt(each, 'body') ?? '').startsWith(String(payload.body)) && !leadsElsewhere(each, payload.url),
    );
    if (post) return { ...publishedAs(post), kind: 'found' };
    return named.length > 0 ? { kind: 'unsure', message: 'The account has a post with this title since, and another text or link.' } : null;
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
      return (
        findingAmong(await readRemoved(call, 'Post')) ?? (own.some(isThere) || showsAll(call) ? absentAmong(intent, others) : NONE_SHOWN)
      );
    }
    cursor = next;
  }
  return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
}

/**
 * Version 3 hides from an account what its settings, languages and blocks hide from it, its own posts included (crates/db_views
 * of 0.19, post_view.rs and comment_view.rs). Where it shows one of them in the community, it would show others.
 */
const NONE_SHOWN: LookupResult = { kind: 'unsure', message: 'Lemmy shows the account none of its posts in this community.' };

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
  return posts.some((each) => textAt(each, 'community_id') === account.communityId) ? { kind: 'absent' } : NONE_SHOWN;
}

/** Lemmy takes tracking parameters out of addresses, so only what is before the query is compared. */
function leadsElsewhere(post: Json, link: unknown): boolean {
  const [own, wanted] = [URL.parse(textAt(post, 'url') ?? ''), URL.parse(typeof link === 'string' ? link : '')];
  return wanted !== null && `${own?.origin}${own?.pathname}` !== `${wanted.origin}${wanted.pathname}`;
}

const publishedAt = (post: Json): number => Date.parse(textAt(post, 'published_at') ?? textAt(post, 'published') ?? '');

export function publishedAs(post: Json | undefined): Extract<Outcome, { kind: 'published' }> {
  return { kind: 'published', providerId: requiredText('Lemmy', post, 'id'), url: textAt(post, 'ap_id') };
}
