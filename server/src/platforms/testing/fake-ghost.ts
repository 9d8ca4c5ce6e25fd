import { createHmac } from 'node:crypto';
import type { JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

const ID = '6b0aba866932be5ee00bb8c3';
const SECRET = 'e18ae79157354698a3e84f7bcb98288a71f7589b791f4a4621bf30bad5bb3159';
export const GHOST_KEY = `${ID}:${SECRET}`;
const ADMIN = '/blog/ghost/api/admin/';

interface Post {
  id: string;
  slug: string;
  status: string;
  title: string;
  html: string;
  visibility: string;
  tags: string[];
  featureImage: string | null;
  featureImageAlt: string;
  newsletter: string | null;
  updatedAt: string;
}

interface Upload extends Pick<SeenPicture, 'sha256'> {
  url: string;
}

/** docs.ghost.org/admin-api: site, posts, images. A duplicate slug gets a number added. */
export function createFakeGhost(): FakeServerSpec & { posts: Post[]; uploads: Upload[]; isContributor: boolean } {
  const posts: Post[] = [];
  const uploads: Upload[] = [];
  return {
    posts,
    uploads,
    /** The key is that of a person whose role does not remove what is published. */
    isContributor: false,
    isPublishing: ({ method, path }) => method === 'POST' && path === `${ADMIN}posts/`,
    handle(request): Reply | undefined {
      if (request.path === `${ADMIN}site/`)
        return { status: 200, body: { site: { title: 'Harbour', url: 'https://blog.example/', version: '6.65' } } };
      const fault = faultOf(request.headers.authorization ?? '');
      if (fault) return refusal(401, 'UnauthorizedError', fault);
      if (request.path === `${ADMIN}images/upload/`) return upload(uploads, request);
      const one = posts.find(({ id }) => request.path === `${ADMIN}posts/${id}/`);
      if (request.method === 'DELETE') return remove(posts, one, this.isContributor);
      if (one) return request.method === 'PUT' ? edit(one, request) : { status: 200, body: { posts: [present(one)] } };
      if (request.path === `${ADMIN}media/upload/`) return uploadMedia(uploads, request);
      if (request.path !== `${ADMIN}posts/`) return undefined;
      return request.method === 'POST' ? post(posts, request) : list(posts, request);
    },
    refusals: {
      limited: () => refusal(429, 'TooManyRequestsError', 'Too many requests'),
      revoked: (secret) => refusal(403, 'NoPermissionError', `You do not have permission to add posts ${secret}`),
      refused: (secret) => refusal(422, 'ValidationError', 'Validation error, cannot save post.', `Value is too long ${secret}`),
      unknownCall: () => refusal(404, 'NotFoundError', 'Resource not found'),
    },
  };
}

/** core/server/services/auth/api-key/admin.js: HS256, at most five minutes old, for `/admin/`. */
function faultOf(authorization: string): string | null {
  const [header = '', claims = '', signature = ''] = authorization.replace('Ghost ', '').split('.');
  const read = (part: string): JsonObject => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  if (read(header).kid !== ID) return 'Unknown Admin API Key';
  const expected = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(`${header}.${claims}`).digest('base64url');
  const { iat, exp, aud } = read(claims);
  const isFresh = Number(exp) - Number(iat) <= 300 && Number(exp) > Date.now() / 1000;
  return signature === expected && isFresh && aud === '/admin/' ? null : 'Invalid token: invalid signature';
}

function upload(uploads: Upload[], { files: [file] }: SeenRequest): Reply {
  if (file?.name !== 'file') return refusal(422, 'ValidationError', 'Please select an image.');
  const url = `https://blog.example/content/images/${uploads.length + 1}.png`;
  uploads.push({ url, sha256: file.sha256 });
  return { status: 201, body: { images: [{ url, ref: null }] } };
}

/** core/server/web/api/endpoints/admin/routes.js, media/upload: MP4, WebM and Ogg, with a thumbnail or without. */
function uploadMedia(uploads: Upload[], { files: [file, thumbnail] }: SeenRequest): Reply {
  if (file?.name !== 'file' || !/\.(mp4|webm|ogv)$/.test(file.fileName))
    return refusal(422, 'ValidationError', 'Please select a media file.');
  const url = `https://blog.example/content/media/${uploads.length + 1}.mp4`;
  uploads.push({ url, sha256: file.sha256 });
  const cover = thumbnail && url.replace('.mp4', '_thumb.jpg');
  return { status: 201, body: { media: [{ url, thumbnail_url: cover ?? null, ref: null }] } };
}

function post(posts: Post[], { body, query }: SeenRequest): Reply {
  const [given = {}] = (body as { posts: JsonObject[] }).posts;
  if (query.get('source') !== 'html') return refusal(422, 'ValidationError', 'There is no content.');
  const isTaken = posts.some(({ slug }) => slug === given.slug);
  const made: Post = {
    id: `65c0${Number(posts.at(-1)?.id.slice(4) ?? -1) + 1}`,
    slug: isTaken ? `${given.slug}-2` : String(given.slug),
    status: String(given.status),
    title: String(given.title),
    html: String(given.html),
    visibility: String(given.visibility),
    tags: ((given.tags ?? []) as JsonObject[]).map(({ name }) => String(name)),
    featureImage: typeof given.feature_image === 'string' ? given.feature_image : null,
    featureImageAlt: String(given.feature_image_alt ?? ''),
    newsletter: query.get('newsletter'),
    updatedAt: '2026-11-21T09:30:10.000Z',
  };
  posts.push(made);
  return { status: 201, body: { posts: [present(made)] } };
}

/** "updated_at is required": of the newest version. */
function edit(post: Post, { body, query }: SeenRequest): Reply {
  const [given = {}] = (body as { posts: JsonObject[] }).posts;
  if (query.get('source') !== 'html') return refusal(422, 'ValidationError', 'There is no content.');
  if (given.updated_at !== post.updatedAt) return refusal(409, 'UpdateCollisionError', 'Saving failed! Someone else is editing this post.');
  const tags = ((given.tags ?? []) as JsonObject[]).map(({ name }) => String(name));
  const updatedAt = `2026-11-21T09:30:${String(Number(post.updatedAt.slice(17, 19)) + 1)}.000Z`;
  Object.assign(post, { title: String(given.title), html: String(given.html), tags, updatedAt });
  return { status: 200, body: { posts: [present(post)] } };
}

function remove(posts: Post[], post: Post | undefined, isContributor: boolean): Reply {
  if (isContributor) return refusal(403, 'NoPermissionError', 'You do not have permission to perform this action');
  if (!post) return refusal(404, 'NotFoundError', 'Resource not found error, cannot delete post.', 'Post not found.');
  posts.splice(posts.indexOf(post), 1);
  return { status: 204 };
}

function list(posts: readonly Post[], { query }: SeenRequest): Reply {
  const [, wanted] = /^slug:'([^']*)'$/.exec(query.get('filter') ?? '') ?? [];
  const end = Number(query.get('page') ?? 1) * Number(query.get('limit'));
  const found = wanted === undefined ? posts.slice(end - Number(query.get('limit')), end) : posts.filter(({ slug }) => slug === wanted);
  return { status: 200, body: { posts: found.map(present), meta: {} } };
}

const present = ({ id, slug, status, title, html, updatedAt }: Post): JsonObject => ({
  id,
  slug,
  status,
  title,
  html,
  updated_at: updatedAt,
  url: `https://blog.example/${slug}/`,
});

const refusal = (status: number, type: string, message: string, context: string | null = null): Reply => ({
  status,
  body: { errors: [{ message, context, type, details: null, code: null, id: 'f1' }] },
});
