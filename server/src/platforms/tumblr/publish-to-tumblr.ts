import type { Part } from '../api/call-api.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, FindCall, PublishCall, ReadBackCall } from '../connector.ts';
import { type OpenImage, uploadImages, withoutImages } from '../images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Figure, JsonObject, LookupResult, Outcome } from '../platform.ts';
import { type StreamedVideo, streamedVideo } from '../videos.ts';
import { wordsOfBlocks } from './build-tumblr-post.ts';

const postsUrl = (base: string, blogId = ''): string => `${base}/v2/blog/${encodeURIComponent(blogId)}/posts`;

/** github.com/tumblr/docs api.md, `/posts` (Neue Post Format): pictures are part of the request, by an identifier. */
export async function publishToTumblr(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const images = await uploadImages(call, async (image) => image);
  const video = await streamedVideo(call);
  await onSending();
  const { content, ...rest } = withoutImages(payload);
  const post: JsonObject = {
    ...rest,
    content: [...(content as JsonObject[]), ...images.map(imageBlock), ...(video ? [videoBlock(video)] : [])],
    state: 'published',
  };
  const request = { url: postsUrl(base, account.blogId), headers: bearer(account) };
  const { body } = await api.send(
    images.length > 0 || video ? { ...request, parts: partsOf(post, images, video) } : { ...request, json: post },
  );
  const id = requiredText('Tumblr', body, 'response', 'id');
  return { kind: 'published', providerId: id, url: postUrl(account.blogName, id) };
}

/** github.com/tumblr/docs api.md, `/posts/{post-id}` (PUT): the content is replaced as a whole. */
export async function editOnTumblr(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const url = `${postsUrl(base, account.blogId)}/${post.providerId}`;
  await api.send({ method: 'PUT', url, headers: bearer(account), json: { tags: '', ...payload, state: 'published' } });
}

const identifierOf = (index: number): string => `picture-${index}`;

const imageBlock = ({ mimeType, altText }: OpenImage, index: number): JsonObject => ({
  type: 'image',
  media: [{ type: mimeType, identifier: identifierOf(index) }],
  ...(altText && { alt_text: altText }),
});

const videoBlock = ({ mimeType }: StreamedVideo): JsonObject => ({ type: 'video', media: { type: mimeType, identifier: 'video' } });

function partsOf(post: JsonObject, images: readonly OpenImage[], video: StreamedVideo | null): Part[] {
  const files = images.map(({ bytes, mimeType, fileName }, index) => ({ name: identifierOf(index), bytes, mimeType, fileName }));
  return [{ name: 'json', value: JSON.stringify(post) }, ...files, ...(video ? [{ name: 'video', ...video }] : [])];
}

const postUrl = (blog = '', id = ''): string => `https://www.tumblr.com/${blog}/${id}`;

const PAGE = 20;
const MOST_PAGES = 5;
/** Clocks differ a little. */
const SLACK_MS = 60_000;

/** Searches the blog's posts since the intent for its words; a pinned post comes first, however old it is. */
export async function findOnTumblr(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = Date.parse(intent.createdAt) - SLACK_MS;
  const wanted = wordsOfBlocks(payload.content as JsonObject[]);
  const found: string[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ npf: 'true', limit: String(PAGE), offset: String(page * PAGE) });
    const { body } = await api.ask({ url: `${postsUrl(base, account.blogId)}?${query}`, headers: bearer(account) });
    const posts = listAt(body, 'response', 'posts');
    const isRecent = (post: (typeof posts)[number]): boolean => Number(textAt(post, 'timestamp')) * 1000 >= since;
    for (const post of posts.filter(isRecent)) {
      // Numbers above 2^53 would lose digits.
      if (wordsOfBlocks(listAt(post, 'content') as JsonObject[]) === wanted) found.push(requiredText('Tumblr', post, 'id_string'));
    }
    const last = posts.at(-1);
    if (posts.length < PAGE || (last && !isRecent(last))) return findingOf(account.blogName, found);
  }
  return found.length > 0
    ? findingOf(account.blogName, found)
    : { kind: 'unsure', message: 'The blog has published too much since to tell.' };
}

function findingOf(blog: string | undefined, [id, ...others]: readonly string[]): LookupResult {
  if (id === undefined) return { kind: 'absent' };
  if (others.length > 0) return { kind: 'unsure', message: 'The blog has published this text more than once since.' };
  return { kind: 'found', providerId: id, url: postUrl(blog, id) };
}

const NOTES = { total_likes: 'likes', total_reblogs: 'reposts', total_notes: null } as const;

/** GET /v2/blog/{blog}/notes in mode `conversation`, which counts likes and reblogs (github.com/tumblr/docs). */
export async function readMetricsFromTumblr(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const query = new URLSearchParams({ id: post.providerId, mode: 'conversation' });
  const answer = await api.look({ url: `${base}/v2/blog/${account.blogId}/notes?${query}`, headers: bearer(account) });
  return answer && figuresAt(at(answer.body, 'response'), NOTES);
}
