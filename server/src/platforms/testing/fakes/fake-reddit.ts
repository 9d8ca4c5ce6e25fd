import type { JsonObject } from '../../platform.ts';
import type { SeenComment } from '../comments-contract.ts';
import type { FakeServerSpec, Reply, SeenPicture } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const REDDIT_TOKEN = 'reddit-access-token-1-secret';
export const REDDIT_CLIENT = { id: 'reddit-client', secret: 'reddit-client-secret' };

interface Submission {
  id: string;
  subreddit: string;
  title: string;
  selftext: string;
  url: string;
  is_self: boolean;
  created_utc: number;
  pictures: SeenPicture[];
  is_video: boolean;
  /** Of a video; it is listed once it is converted. */
  isConverted: boolean;
  extra: JsonObject;
}

/** By name in lower case: what `about` says beyond the defaults. */
const SUBREDDITS: Record<string, JsonObject> = {
  harbour: { display_name: 'Harbour', name: 't5_1' },
  boats: { display_name: 'boats', name: 't5_2' },
  closed: { display_name: 'closed', name: 't5_3', subreddit_type: 'restricted' },
  banned: { display_name: 'banned', name: 't5_4', user_is_banned: true },
};

const FLAIRS = [
  { id: 'flair-1', text: 'News' },
  { id: 'flair-2', text: 'Event' },
];

/**
 * reddit.com/dev/api: POST /api/submit (whose refusals have status 200), POST /api/submit_gallery_post.json, media
 * leases, GET /user/{name}/submitted, about and post_requirements of subreddits; github.com/reddit-archive/reddit/wiki/OAuth2.
 */
export function createFakeReddit(): FakeServerSpec & {
  posts: Submission[];
  comments: SeenComment[];
  requirements: JsonObject;
  /** Whether videos take their time before they are listed. */
  convertsSlowly: boolean;
  /** What the person allowed. */
  scopes: string[];
  revoked: string[];
} {
  const posts: Submission[] = [];
  const comments: SeenComment[] = [];
  const uploads = new Map<string, string>();
  const revoked: string[] = [];
  let refreshToken = 'reddit-refresh-token-1';
  return {
    posts,
    comments,
    /** Of every subreddit. */
    requirements: {},
    convertsSlowly: false,
    scopes: [],
    revoked,
    isPublishing: ({ method, path }) => method === 'POST' && path.startsWith('/api/submit'),
    handle(request): Reply | undefined {
      const { path, headers } = request;
      if (path === '/storage') return store(uploads, request);
      if (!/^web:[\w.:-]+:\d+ \(.+\)$/.test(String(headers['user-agent'])))
        return { status: 429, body: { message: 'Too Many Requests', error: 429 } };
      if (path === '/api/v1/access_token') {
        const reply = grant(request, refreshToken);
        const { refresh_token: next } = (reply.body ?? {}) as JsonObject;
        if (typeof next === 'string') refreshToken = next;
        return reply;
      }
      if (path === '/api/v1/revoke_token') return revoke(revoked, request);
      if (!headers.authorization?.startsWith('Bearer reddit-access-token-'))
        return { status: 401, body: { message: 'Unauthorized', error: 401 } };
      if (!this.scopes.includes(scopeOf(path))) return { status: 403, body: { message: 'Forbidden', error: 403 } };
      if (path === '/api/v1/me') return { status: 200, body: { id: 'u1', name: 'harbour_master' } };
      if (path === '/r/private/about') return { status: 403, body: { reason: 'private', message: 'Forbidden', error: 403 } };
      // What is no community is searched for.
      if (path === '/r/elsewhere/about') return { status: 302, headers: { location: '/subreddits/search?q=elsewhere' } };
      const [, about] = /^\/r\/(\w+)\/about$/.exec(path) ?? [];
      if (about) return aboutOf(about);
      if (path === '/r/boats/api/link_flair_v2') return { status: 403, body: { message: 'Forbidden', error: 403 } };
      if (path.endsWith('/api/link_flair_v2')) return { status: 200, body: FLAIRS };
      if (path.endsWith('/post_requirements')) return { status: 200, body: this.requirements };
      if (path === '/user/harbour_master/submitted') return listing(posts.toReversed(), request.query);
      if (path === '/api/editusertext') return edit(posts, request);
      if (path === '/api/del') return remove(posts, comments, request);
      if (path === '/api/comment') return comment(comments, request);
      if (path === '/user/harbour_master/comments') return commentListing(comments, request);
      if (path === '/api/info') return listing(posts.filter(({ id }) => `t3_${id}` === request.query.get('id')));
      if (path === '/api/media/asset.json') return lease(uploads, request);
      return path.startsWith('/api/submit') ? submit(posts, uploads, request, this.convertsSlowly) : undefined;
    },
    refusals: {
      limited: () => ({ status: 429, body: { message: 'Too Many Requests', error: 429 }, headers: { 'x-ratelimit-reset': '7' } }),
      revoked: (secret) => ({ status: 401, body: { message: `Unauthorized ${secret}`, error: 401 } }),
      refused: (secret) => ({ status: 200, body: errorOf('TOO_LONG', `this is too long: ${secret}`, 'text') }),
      unknownCall: () => ({ status: 404, body: { message: 'Not Found', error: 404 } }),
    },
  };
}

/** reddit.com/dev/api: the scope that a call needs. */
function scopeOf(path: string): string {
  if (path === '/api/v1/me') return 'identity';
  if (path === '/api/editusertext' || path === '/api/del') return 'edit';
  if (path.startsWith('/user/')) return 'history';
  if (path.endsWith('/link_flair_v2')) return 'flair';
  return /^\/api\/(submit|comment|media)/.test(path) || path.endsWith('/post_requirements') ? 'submit' : 'read';
}

export const errorOf = (code: string, message: string, field: string): JsonObject => ({ json: { errors: [[code, message, field]] } });

function aboutOf(name: string): Reply {
  const known = SUBREDDITS[name.toLowerCase()];
  if (!known) return { status: 200, body: { kind: 'Listing', data: { children: [] } } };
  return {
    status: 200,
    body: { kind: 't5', data: { subreddit_type: 'public', user_is_banned: false, user_is_contributor: false, ...known } },
  };
}

/** A page of `limit` at most, after the post of that full name. */
function listing(posts: readonly Submission[], query = new URLSearchParams()): Reply {
  const from = posts.findIndex(({ id }) => `t3_${id}` === query.get('after')) + 1;
  const to = from + Number(query.get('limit') ?? 25);
  const children = posts
    .slice(from, to)
    .filter(({ isConverted }) => isConverted)
    .map(({ pictures: _, extra: __, isConverted: ___, ...post }) => ({
      kind: 't3',
      data: { ...post, name: `t3_${post.id}`, removed_by_category: null },
    }));
  const after = to < posts.length ? `t3_${posts[to - 1]?.id}` : null;
  return { status: 200, body: { kind: 'Listing', data: { after, children } } };
}

const commentData = ({ text, under }: SeenComment, index: number) => ({
  id: `c${index + 1}`,
  name: `t1_c${index + 1}`,
  link_id: under,
  body: text,
});

/** POST /api/editusertext: of a self post. */
function edit(posts: readonly Submission[], { body }: SeenRequest): Reply {
  const { thing_id: id, text } = body as JsonObject;
  const post = posts.find((each) => `t3_${each.id}` === id && each.is_self);
  if (!post) return { status: 200, body: errorOf('NOT_AUTHOR', 'you can’t do that', 'thing_id') };
  post.selftext = String(text);
  return { status: 200, body: { json: { errors: [], data: { things: [] } } } };
}

/** POST /api/del: the same answer whether there was one or not. */
function remove(posts: Submission[], comments: SeenComment[], { body }: SeenRequest): Reply {
  const { id } = body as JsonObject;
  const index = posts.findIndex((each) => `t3_${each.id}` === id);
  if (index >= 0) posts.splice(index, 1);
  // A number of its own for each comment.
  const comment = comments[Number(String(id).replace('t1_c', '')) - 1];
  if (comment) comment.text = '[deleted]';
  return { status: 200, body: {} };
}

function comment(comments: SeenComment[], { body }: SeenRequest): Reply {
  const { thing_id: under, text, api_type: api } = body as JsonObject;
  if (api !== 'json') return { status: 200, body: { jquery: [], success: false } };
  comments.push({ text: String(text), under: String(under) });
  const data = commentData(comments.at(-1) as SeenComment, comments.length - 1);
  return { status: 200, body: { json: { errors: [], data: { things: [{ kind: 't1', data }] } } } };
}

/** The text of comments that were removed. */
export const REMOVED = '[removed]';

/** The newest come first; what was removed is left out of a page, which then is shorter. */
function commentListing(comments: readonly SeenComment[], { query }: SeenRequest): Reply {
  const all = comments.map((each, index) => ({ kind: 't1', data: commentData(each, index) })).toReversed();
  const most = Number(query.get('limit'));
  const children = all.slice(0, most).filter((_, index) => comments[comments.length - 1 - index]?.text !== REMOVED);
  return { status: 200, body: { kind: 'Listing', data: { after: all.length > most ? `t1_c${most}` : null, children } } };
}

/** The form of a storage, whose address has no scheme. */
function lease(uploads: Map<string, string>, { body, headers }: SeenRequest): Reply {
  const { filepath, mimetype } = body as JsonObject;
  if (!/^(image|video)\//.test(String(mimetype)) || !filepath) return { status: 400, body: { message: 'Bad Request', error: 400 } };
  const id = `asset${uploads.size + 1}`;
  uploads.set(id, '');
  const fields = [
    { name: 'key', value: `rte_images/${id}` },
    { name: 'x-amz-storage-class', value: 'STANDARD' },
  ];
  return {
    status: 200,
    body: { args: { action: `//${headers.host}/storage`, fields }, asset: { asset_id: id, websocket_url: 'wss://x' } },
  };
}

function store(uploads: Map<string, string>, { body, files: [file] }: SeenRequest): Reply | undefined {
  const id = String((body as JsonObject).key).replace('rte_images/', '');
  if (file?.name !== 'file' || !uploads.has(id)) return undefined;
  uploads.set(id, file.sha256);
  return { status: 201 };
}

function submit(posts: Submission[], uploads: Map<string, string>, { path, body }: SeenRequest, convertsSlowly: boolean): Reply {
  const { sr, title, text = '', url = '', kind = 'gallery', api_type: api, items = [], ...extra } = body as JsonObject;
  if (api !== 'json') return { status: 200, body: { jquery: [], success: false } };
  if (!SUBREDDITS[String(sr).toLowerCase()])
    return { status: 200, body: errorOf('SUBREDDIT_NOEXIST', 'that community does not exist', 'sr') };
  const isVideo = kind === 'video';
  const poster = String(extra.video_poster_url ?? '');
  if (isVideo && !uploads.get(poster.split('/').at(-1) ?? ''))
    return { status: 200, body: errorOf('NO_URL', 'we need something here', 'video_poster_url') };
  const ids =
    kind === 'image' || isVideo ? [String(url).split('/').at(-1) ?? ''] : (items as { media_id: string }[]).map(({ media_id: id }) => id);
  const pictures = ids.map((id) => ({ sha256: uploads.get(id) ?? '', altText: '' }));
  if (pictures.some(({ sha256 }) => sha256 === '') || (path.includes('gallery') && ids.length < 2))
    return { status: 200, body: errorOf('NO_IMAGES', 'that image does not exist', 'url') };
  const id = `p${Number(posts.at(-1)?.id.slice(1) ?? 0) + 1}`;
  posts.push({
    ...{ id, subreddit: String(sr), title: String(title), selftext: String(text), url: String(url), is_self: kind === 'self' },
    ...{ created_utc: Date.now() / 1_000, pictures, extra, is_video: isVideo, isConverted: !isVideo || !convertsSlowly },
  });
  // The post of a picture or a video is made later: the answer has no id.
  if (kind === 'image' || isVideo)
    return { status: 200, body: { json: { errors: [], data: { user_submitted_page: 'x', websocket_url: 'wss://x' } } } };
  const address = `https://www.reddit.com/r/${sr}/comments/${id}/x/`;
  const data: JsonObject = kind === 'gallery' ? { url: address, id: `t3_${id}` } : { url: address, id, name: `t3_${id}` };
  return { status: 200, body: { json: { errors: [], data } } };
}

function isClient(headers: SeenRequest['headers']): boolean {
  const known = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  return known === `${REDDIT_CLIENT.id}:${REDDIT_CLIENT.secret}`;
}

/** Empty, also where the token was never valid (RFC 7009). */
function revoke(revoked: string[], { body, headers }: SeenRequest): Reply {
  if (!isClient(headers)) return { status: 401, body: { message: 'Unauthorized', error: 401 } };
  revoked.push(String((body as JsonObject).token));
  return { status: 204 };
}

function grant({ body, headers }: SeenRequest, refreshToken: string): Reply {
  const form = body as JsonObject;
  if (!isClient(headers)) return { status: 401, body: { message: 'Unauthorized', error: 401 } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1';
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === refreshToken;
  if (!(isCode || isRefresh)) return { status: 200, body: { error: 'invalid_grant' } };
  const next = Number(refreshToken.split('-').at(-1)) + 1;
  const tokens = { access_token: `reddit-access-token-${next}-secret`, refresh_token: `reddit-refresh-token-${next}` };
  return { status: 200, body: { token_type: 'bearer', expires_in: 86_400, scope: '*', ...tokens } };
}
