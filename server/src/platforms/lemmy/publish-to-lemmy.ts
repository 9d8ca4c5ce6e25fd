import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { CommentCall, FindCall, PublishCall, ReadBackCall } from '../connector.ts';
import { type OpenImage, uploadImages, withoutImages } from '../images.ts';
import type { Figure, Json, JsonObject, LookupResult, Outcome } from '../platform.ts';
import { bearer, pathsOf } from './lemmy-api.ts';

interface Upload {
  url: string;
  altText: string;
}

/** POST /post; the pictures are on the server by then, and shown nowhere yet. */
export async function publishToLemmy(call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const uploads = await uploadImages(call, (image) => uploadToLemmy(call, image));
  await onSending();
  const json = { ...withPictures(withoutImages(payload), uploads), community_id: Number(account.communityId) };
  const { body } = await api.send({ url: `${account.server}${pathsOf(account).post}`, headers: bearer(account), json });
  return publishedAs(at(body, 'post_view', 'post'));
}

/** A post has one address: the link, or the first picture. Other pictures follow the text. */
function withPictures(post: JsonObject, uploads: readonly Upload[]): JsonObject {
  const [first, ...others] = uploads;
  if (!first) return post;
  const below = post.url === undefined ? others : uploads;
  const pictures = below.map(({ url, altText }) => `![${altText.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')}](<${url}>)`);
  return {
    ...post,
    body: [String(post.body), ...pictures].join('\n\n'),
    ...(post.url === undefined && { url: first.url, ...(first.altText && { alt_text: first.altText }) }),
  };
}

/** pict-rs: `{"msg": "ok", "files": [{"file": "….jpeg"}]}`; version 4 gives the address itself. */
async function uploadToLemmy({ account, api }: PublishCall, { bytes, mimeType, fileName, altText }: OpenImage): Promise<Upload> {
  const parts = [{ name: 'images[]', bytes, mimeType, fileName }];
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).image}`, headers: bearer(account), parts });
  const url = textAt(body, 'image_url') ?? `${account.server}/pictrs/image/${requiredText('Lemmy', body, 'files', 0, 'file')}`;
  return { url, altText };
}

const PAGE = 20;
const MOST_PAGES = 5;
/** Clocks differ a little. */
const SLACK_MS = 60_000;

/** Searches the account's own posts since the intent, the latest first. */
export async function findOnLemmy(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const since = Date.parse(intent.createdAt) - SLACK_MS;
  let cursor: string | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { posts, next } = await readPosts(call, page, cursor);
    const recent = posts.filter((post) => publishedAt(post) >= since);
    const named = recent.filter((post) => textAt(post, 'name') === payload.name && textAt(post, 'community_id') === account.communityId);
    const [post] = named.filter((each) => (textAt(each, 'body') ?? '').startsWith(String(payload.body)));
    if (post) return { ...publishedAs(post), kind: 'found' };
    if (named.length > 0) return { kind: 'unsure', message: 'The account has a post with this title since, and another text.' };
    if (recent.length < PAGE) return { kind: 'absent' };
    cursor = next;
  }
  return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
}

/** Version 3 counts pages, version 4 goes by cursors. */
async function readPosts({ account, api }: FindCall, page: number, cursor: string | null): Promise<{ posts: Json[]; next: string | null }> {
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

/** POST /comment. */
export async function commentOnLemmy({ payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const json = { content: String(payload.text), post_id: Number(post.providerId) };
  const { body } = await api.send({ url: `${account.server}${pathsOf(account).comment}`, headers: bearer(account), json });
  return publishedAs(at(body, 'comment_view', 'comment'));
}

/** GET /comment/list of the post, the latest first. */
export async function findCommentOnLemmy({ payload, account, post, api }: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const query = new URLSearchParams({ post_id: post.providerId, sort: account.api === 'v4' ? 'new' : 'New', limit: String(PAGE) });
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).comment}/list?${query}`, headers: bearer(account) });
  const views = [...listAt(body, 'comments'), ...listAt(body, 'items')];
  const comments = views.map((view) => at(view, 'comment') ?? null);
  const found = comments.find((each) => textAt(each, 'creator_id') === account.personId && textAt(each, 'content') === payload.text);
  if (found) return { ...publishedAs(found), kind: 'found' };
  return comments.length < PAGE ? { kind: 'absent' } : { kind: 'unsure', message: 'The post has too many comments to tell.' };
}

const publishedAt = (post: Json): number => Date.parse(textAt(post, 'published_at') ?? textAt(post, 'published') ?? '');

function publishedAs(post: Json | undefined): Extract<Outcome, { kind: 'published' }> {
  return { kind: 'published', providerId: requiredText('Lemmy', post, 'id'), url: textAt(post, 'ap_id') };
}

/** GET /post: version 3 counts beside the post, version 4 in it. One that was deleted or removed is still answered. */
export async function readMetricsFromLemmy({ account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const url = `${account.server}${pathsOf(account).post}?${new URLSearchParams({ id: post.providerId })}`;
  const answer = await api.look({ url, headers: bearer(account) });
  const view = at(answer?.body, 'post_view');
  const found = at(view, 'post');
  if (!found || at(found, 'deleted') === true || at(found, 'removed') === true) return null;
  return figuresAt(at(view, 'counts') ?? found, { upvotes: 'likes', comments: 'replies', score: null, downvotes: null });
}
