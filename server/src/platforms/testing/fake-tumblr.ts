import type { Json, JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const TUMBLR_TOKEN = 'tumblr-token-4711-secret';
const BLOGS = [
  { name: 'harbour', uuid: 't:0aY0xL2Fi1OFJg4YxpmegQ', primary: true, url: 'https://harbour.tumblr.com/' },
  { name: 'tides', uuid: 't:WX5xItRbCiJH_GJDsIdhAQ', primary: false, url: 'https://tides.tumblr.com/' },
];

interface Post {
  id: string;
  blog: string;
  content: JsonObject[];
  tags: string;
  pictures: SeenPicture[];
  /** SHA-256 of the video's bytes; null if there is none. */
  video: string | null;
  timestamp: number;
  state: 'published' | 'draft' | 'private';
  /** What a reblog passes on. */
  trail: JsonObject[];
  reblogs: 'everyone' | 'noone';
  /** How often the blog was looked at while a video is transcoded; from the third time on it is listed, by another id. */
  looks: number;
}

/** The account may no longer post to any of the blogs; Tumblr answers that as it does a post that is gone. */
interface Access {
  isLost: boolean;
}

/** github.com/tumblr/docs api.md and npf-spec.md: OAuth 2, user/info, posts. A repeated request is another post. */
export function createFakeTumblr(): FakeServerSpec & { posts: Post[]; scopes: string[]; textOf(post: Post): string } & Access {
  const posts: Post[] = [];
  return {
    posts,
    isLost: false,
    /** What the person allowed. */
    scopes: [],
    textOf: ({ content }) => content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n\n'),
    isPublishing: ({ method, path }) => method === 'POST' && path.endsWith('/posts'),
    handle(request) {
      if (request.path === '/v2/oauth2/token') return exchange(request);
      if (request.headers.authorization !== `Bearer ${TUMBLR_TOKEN}`) return refusal(401, 'Unauthorized', 1016);
      if (request.path === '/v2/user/info') return ok({ user: { name: 'harbour', blogs: this.isLost ? [] : BLOGS } });
      if (this.isLost) return refusal(404, 'Not Found');
      if (request.method !== 'GET' && !this.scopes.includes('write')) return refusal(403, 'Forbidden', 0);
      if (request.method === 'PUT') return edit(posts, request);
      if (request.path.endsWith('/post/delete')) return remove(posts, request);
      const one = posts.find(({ id }) => request.path.endsWith(`/posts/${id}`));
      if (one) return ok({ id: one.id, content: one.content.map(asRead), state: one.state, interactability_reblog: one.reblogs });
      const blog = BLOGS.find(({ uuid }) => request.path === `/v2/blog/${encodeURIComponent(uuid)}/posts`);
      if (!blog) return undefined;
      return request.method === 'POST' ? post(posts, blog.name, request) : list(posts, blog.name, request);
    },
    refusals: {
      limited: () => refusal(429, 'Limit Exceeded'),
      revoked: (secret) => refusal(401, `Unauthorized ${secret}`, 1016),
      refused: (secret) => refusal(400, `'content' must be an array ${secret}`, 8001),
      unknownCall: () => refusal(404, 'Not Found'),
    },
  };
}

function post(posts: Post[], blog: string, { body, files, fieldTypes }: SeenRequest): Reply {
  const { json, ...plain } = body as JsonObject;
  if (json !== undefined && fieldTypes.json !== 'application/json') return refusal(400, "'content' must be an array", 8001);
  const { content, tags = '', state } = typeof json === 'string' ? (JSON.parse(json) as JsonObject) : plain;
  if (!Array.isArray(content) || state !== 'published') return refusal(400, "'content' must be an array", 8001);
  const blocks = content as JsonObject[];
  const pictures = blocks
    .filter(({ type }) => type === 'image')
    .map(({ media, alt_text: altText = '' }) => {
      const [{ identifier } = {}] = media as JsonObject[];
      return { sha256: files.find(({ name }) => name === identifier)?.sha256 ?? '', altText: String(altText) };
    });
  const film = blocks.find(({ type }) => type === 'video')?.media as JsonObject | undefined;
  const video = film ? (files.find(({ name, mimeType }) => name === film.identifier && mimeType === film.type)?.sha256 ?? null) : null;
  if (film && !video) return refusal(400, 'The media of a video block is missing', 8005);
  // Larger than a number of JavaScript can be.
  const id = `98765432109876${String(Number(posts.at(-1)?.id.slice(-5) ?? 54_320) + 1)}`;
  const posted: Omit<Post, 'timestamp'> = {
    id,
    blog,
    content: blocks,
    tags: String(tags),
    pictures,
    video,
    state,
    reblogs: 'everyone',
    trail: [],
    looks: 0,
  };
  posts.push({ ...posted, timestamp: Math.floor(Date.now() / 1000) });
  const processing = video && { state: 'transcoding', display_text: 'Your video is still processing…' };
  return { status: 201, body: { meta: { status: 201, msg: 'Created' }, response: { id, ...processing } } };
}

type Edited = Pick<Post, 'content' | 'tags' | 'state'> & { interactability_reblog?: Post['reblogs'] };

/** What is not named is as in a new post. */
function edit(posts: readonly Post[], { path, body }: SeenRequest): Reply {
  const post = posts.find(({ id }) => path.endsWith(`/posts/${id}`));
  if (!post) return refusal(404, 'Not Found');
  const { content, tags = '', state = 'published', interactability_reblog: reblogs = 'everyone' } = body as unknown as Edited;
  Object.assign(post, { content, tags, state, reblogs });
  return ok({ id: post.id });
}

/** /post/delete of the blog. */
function remove(posts: Post[], { path, body }: SeenRequest): Reply {
  const blog = BLOGS.find(({ uuid }) => path === `/v2/blog/${encodeURIComponent(uuid)}/post/delete`)?.name;
  const index = posts.findIndex((each) => each.blog === blog && each.id === (body as JsonObject).id);
  if (index < 0) return refusal(404, 'Not Found');
  const [{ id = '' } = {}] = posts.splice(index, 1);
  return ok({ id });
}

function isTranscoded(post: Post): boolean {
  post.looks += 1;
  if (post.looks === 3) post.id = `1${post.id.slice(1)}`;
  return post.looks >= 3;
}

/** npf-spec.md, Content Block Type: Link: readers get a redirect, with the address for display. */
const asRead = (block: JsonObject): JsonObject =>
  block.type === 'link'
    ? { ...block, url: `https://t.umblr.com/redirect?z=${encodeURIComponent(String(block.url))}`, display_url: block.url ?? null }
    : block;

/** The first post of the blog is pinned. */
function list(posts: readonly Post[], blog: string, { query }: SeenRequest): Reply {
  const own = posts.filter((each) => each.blog === blog && (!each.video || isTranscoded(each))).toReversed();
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)];
  const pinned: Json[] = offset === 0 ? [{ id_string: '1', timestamp: 1_000, content: [{ type: 'text', text: 'Welcome' }] }] : [];
  const shown = own.slice(offset, offset + limit - pinned.length).map(
    ({ id, content, timestamp, trail }): JsonObject => ({
      id: Number(id),
      id_string: id,
      timestamp,
      content: content.map(asRead),
      trail,
      state: 'published',
    }),
  );
  return ok({ posts: [...pinned, ...shown], total_posts: own.length });
}

function exchange({ body }: SeenRequest): Reply {
  const { grant_type: type, code, refresh_token: refreshToken, client_id: id, client_secret: secret } = body as JsonObject;
  const isKnown = id === 'client-1' && secret === 'client-secret-1';
  if (!isKnown) return { status: 401, body: { error: 'invalid_client', error_description: 'The client credentials are invalid' } };
  const isValid = type === 'refresh_token' ? refreshToken === 'refresh-1' : code === 'code-1';
  if (!isValid) return { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is invalid' } };
  const scope = 'basic write offline_access';
  return { status: 200, body: { access_token: TUMBLR_TOKEN, expires_in: 2_520, refresh_token: 'refresh-1', scope, token_type: 'bearer' } };
}

const ok = (response: JsonObject): Reply => ({ status: 200, body: { meta: { status: 200, msg: 'OK' }, response } });

const refusal = (status: number, title: string, code?: number): Reply => ({
  status,
  body: { meta: { status, msg: title.split(' ')[0] ?? '' }, response: [], errors: [{ title, ...(code && { code }) }] },
});
