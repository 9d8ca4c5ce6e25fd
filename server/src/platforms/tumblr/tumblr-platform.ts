import { HOUR_MS } from '../../clock.ts';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import type { Part } from '../api/call-api.ts';
import type { Api } from '../api/create-api.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { awaitListed } from '../await-ready.ts';
import { createConnector, type EditCall, type FindCall, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT, type OpenImage, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { bearer, clientForm } from '../oauth/tokens.ts';
import { unlessWordless } from '../platform/outcome.ts';
import {
  type AccountNames,
  absentAmong,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Figure,
  type Intent,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { type StreamedVideo, streamedVideo, videoOf } from '../videos.ts';
import { buildTumblrPost, hasOtherLinks, isSame, linksOfBlocks, wordsOfBlocks } from './build-tumblr-post.ts';
import { readRefusal } from './read-refusal.ts';

const postsUrl = (base: string, blogId = ''): string => `${base}/v2/blog/${encodeURIComponent(blogId)}/posts`;

/** github.com/tumblr/docs api.md, `/posts` (Neue Post Format): pictures are part of the request, by an identifier. */
async function publishToTumblr(base: string, call: PublishCall): Promise<Outcome> {
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
  // It is transcoded first, and gets another id by that, under which the blog then lists it (tumblr/TMTumblrSDK issue 146).
  const listing = { label: 'Tumblr', signal: call.signal, looks: 6 };
  return video
    ? awaitListed(listing, () => searchBlog(base, call))
    : { kind: 'published', providerId: id, url: postUrl(account.blogName, id) };
}

/** What the owner of a blog may have set at a post; an edit that leaves it out takes it away. */
const KEPT = ['slug', 'source_url', 'interactability_reblog'] as const;

/** github.com/tumblr/docs api.md, `/posts/{post-id}` (PUT): the post is replaced as a whole, which would publish a draft. */
async function editOnTumblr(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const url = `${postsUrl(base, account.blogId)}/${post.providerId}`;
  const found = await readPost(base, { account, post, api });
  if (!found) throw hiddenPost();
  const kept = Object.fromEntries(KEPT.flatMap((name) => (textAt(found, name) === null ? [] : [[name, textAt(found, name)]])));
  await onSending();
  await api.send({ method: 'PUT', url, headers: bearer(account), json: { tags: '', ...kept, ...payload, state: 'published' } });
}

/** api.md, `/post/delete`. A blog that the account lost is a 404 too: only where it still has the blog is the post gone. The id is sent as text: as a number it would lose digits. */
async function retractFromTumblr(base: string, { account, post, api }: ReadBackCall): Promise<void> {
  const url = `${base}/v2/blog/${encodeURIComponent(account.blogId ?? '')}/post/delete`;
  if (!(await api.look({ url, headers: bearer(account), json: { id: post.providerId } }))) await identifyBlog(base, api, account);
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
  return [
    { name: 'json', value: JSON.stringify(post), mimeType: 'application/json' },
    ...files,
    ...(video ? [{ name: 'video', ...video }] : []),
  ];
}

const postUrl = (blog = '', id = ''): string => `https://www.tumblr.com/${blog}/${id}`;

const PAGE = 20;
const MOST_PAGES = 5;

async function findOnTumblr(base: string, call: FindCall): Promise<LookupResult> {
  return unlessWordless(await searchBlog(base, call), wordsOfBlocks(call.payload.content as JsonObject[]));
}

/** Searches the blog's posts since the intent for its words and files; a pinned post comes first, however old it is. */
async function searchBlog(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = sinceIntent(intent);
  const found: string[] = [];
  const others: string[] = [];
  // Of an address that Tumblr shows otherwise than it was sent, this is not certain.
  const similar: string[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ npf: 'true', limit: String(PAGE), offset: String(page * PAGE) });
    const { body } = await api.ask({ url: `${postsUrl(base, account.blogId)}?${query}`, headers: bearer(account) });
    const posts = listAt(body, 'response', 'posts');
    const isRecent = (post: (typeof posts)[number]): boolean => Number(textAt(post, 'timestamp')) * 1000 >= since;
    for (const post of posts.filter(isRecent)) {
      // Numbers above 2^53 would lose digits.
      const list = !isSame(post, payload) ? others : hasOtherLinks(post, payload) ? similar : found;
      list.push(requiredText('Tumblr', post, 'id_string'));
    }
    const last = posts.at(-1);
    if (posts.length < PAGE || (last && !isRecent(last)))
      return found.length > 0 ? findingOf(account.blogName, found) : similar.length > 0 ? OTHER_LINK : absent(payload, intent, others);
  }
  return found.length > 0
    ? findingOf(account.blogName, found)
    : { kind: 'unsure', message: 'The blog has published too much since to tell.' };
}

const OTHER_LINK: LookupResult = { kind: 'unsure', message: 'The blog has a post with these words and another link since.' };

/** How long a video may be transcoded, in milliseconds; until then its post is not listed. */
const TRANSCODING_MS = HOUR_MS;

function absent(payload: JsonObject, intent: Intent, others: readonly string[]): LookupResult {
  const isTranscoding = videoOf(payload) !== null && Date.now() - Date.parse(intent.createdAt) < TRANSCODING_MS;
  return isTranscoding ? { kind: 'unsure', message: 'Tumblr may still transcode the video.' } : absentAmong(intent, others);
}

function findingOf(blog: string | undefined, [id = '', ...others]: readonly string[]): LookupResult {
  if (others.length > 0) return { kind: 'unsure', message: 'The blog has published this text more than once since.' };
  return { kind: 'found', providerId: id, url: postUrl(blog, id) };
}

/** api.md, `/posts/{post-id}` (GET), which needs the account's token; null if the blog does not show it, as a draft or a private post. */
async function readPost(base: string, { account, post, api }: Pick<ReadBackCall, 'account' | 'post' | 'api'>): Promise<Json> {
  const answer = await api.look({ url: `${postsUrl(base, account.blogId)}/${post.providerId}`, headers: bearer(account) });
  if (!answer) await identifyBlog(base, api, account);
  const found = at(answer?.body, 'response') ?? null;
  return (textAt(found, 'state') ?? 'published') === 'published' ? found : null;
}

/** Addresses of links in a text are rewritten there. */
async function readBackFromTumblr(base: string, call: ReadBackCall): Promise<ReadBack> {
  const { payload } = call;
  const found = await readPost(base, call);
  if (!found) return { kind: 'gone', seenBy: 'account' };
  const content = listAt(found, 'content') as JsonObject[];
  const pictures = content.filter(({ type }) => type === 'image');
  const signed = imagesOf(payload);
  const shown = linksOfBlocks(content, true);
  return {
    kind: 'found',
    seenBy: 'account',
    signed: {
      text: wordsOfBlocks(payload.content as JsonObject[]),
      pictures: String(signed.length),
      alt_texts: signed.map(({ alt_text: altText = '' }) => altText).join('\n'),
      ...(shown !== null && { links: linksOfBlocks(payload.content as JsonObject[], false) ?? '' }),
    },
    published: {
      text: wordsOfBlocks(content),
      pictures: String(pictures.length),
      alt_texts: pictures.map((picture) => textAt(picture, 'alt_text') ?? '').join('\n'),
      ...(shown !== null && { links: shown }),
    },
  };
}

const NOTES = { total_likes: 'likes', total_reblogs: 'reposts', total_notes: null } as const;

/** GET /v2/blog/{blog}/notes in mode `conversation`, which counts likes and reblogs (github.com/tumblr/docs). */
async function readMetricsFromTumblr(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const query = new URLSearchParams({ id: post.providerId, mode: 'conversation' });
  const answer = await api.look({ url: `${base}/v2/blog/${account.blogId}/notes?${query}`, headers: bearer(account) });
  if (!answer) await identifyBlog(base, api, account);
  return answer && figuresAt(at(answer.body, 'response'), NOTES);
}

/** `offline_access` brings the refresh token: an access token lasts for 42 minutes. */
const SCOPE = 'basic write offline_access';

const BLOG_FIELD: ConnectField = {
  name: 'blog',
  label: 'Blog',
  help: 'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.',
  placeholder: 'harbour',
  isSecret: false,
  isOptional: true,
};

interface Blog extends PostingPlace {
  isPrimary: boolean;
}

/** github.com/tumblr/docs api.md, OAuth2 Authorization; the blog is chosen by its name beforehand. */
function createTumblrOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string) {
  return createRenewableFlow({
    outbound,
    label: 'Tumblr',
    prefix: 'TUMBLR',
    client,
    authorizeUrl: `${site}/oauth2/authorize`,
    scope: SCOPE,
    fields: [BLOG_FIELD],
    readRefusal,
    tokenUrl: `${base}/v2/oauth2/token`,
    request: clientForm,
    async identify({ api, account, entered }) {
      const blogs = await listBlogs(base, api, account);
      const primary = blogs.find(({ isPrimary }) => isPrimary) ?? blogs[0];
      return connectedTo(entered.blog || !primary ? pickPlace('Tumblr', entered.blog ?? '', blogs) : primary, account);
    },
  });
}

/** Whether the account still has the connected blog. */
async function identifyBlog(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const blog = (await listBlogs(base, api, account)).find(({ id }) => id === account.blogId);
  if (!blog) throw new ConnectError(say`The account may no longer post to the blog.`);
  return connectedTo(blog, account);
}

const connectedTo = ({ id, name }: Blog, account: AccountValues): ConnectedAccount => ({
  handle: `${name}.tumblr.com`,
  externalId: id,
  credentials: { ...account, blogId: id, blogName: name },
});

/** `https://harbour.tumblr.com/post/7401`, or `https://www.tumblr.com/harbour/7401/it-opens`. */
const idFromLink = (link: URL, { handle }: AccountNames): string | null =>
  link.hostname === handle
    ? inPathOf(link, handle, /^\/post\/(?<id>\d+)(?:\/|$)/)
    : inPathOf(link, 'tumblr.com', /^\/(?<owner>[^/]+)\/(?<id>\d+)(?:\/|$)/, [handle.replace('.tumblr.com', '')]);

/** GET /v2/user/info: the blogs that the account may post to. */
async function listBlogs(base: string, api: Api, account: AccountValues): Promise<Blog[]> {
  const { body } = await api.ask({ url: `${base}/v2/user/info`, headers: bearer(account) });
  return listAt(body, 'response', 'user', 'blogs').map((blog) => ({
    id: requiredText('Tumblr', blog, 'uuid'),
    name: textAt(blog, 'name') ?? '',
    isPrimary: at(blog, 'primary') === true,
  }));
}

/** One blog through Tumblr's API v2 (github.com/tumblr/docs). Askable: the blog's posts can be listed. */
export function createTumblrPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.tumblr.com',
  site = 'https://www.tumblr.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink,
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'blogId', 'blogName'],
    ...createTumblrOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyBlog(base, api, account),
    build: buildTumblrPost,
    publish: (call) => publishToTumblr(base, call),
    edit: (call) => editOnTumblr(base, call),
    refusesEdit: (payload) => (imagesOf(payload).length > 0 || videoOf(payload) ? MEDIA_IN_TEXT : null),
    find: (call) => findOnTumblr(base, call),
    retract: (call) => retractFromTumblr(base, call),
    readBack: (call) => readBackFromTumblr(base, call),
    readMetrics: (call) => readMetricsFromTumblr(base, call),
  });
}
