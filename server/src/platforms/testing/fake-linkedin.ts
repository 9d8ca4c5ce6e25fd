import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../platform.ts';
import type { SeenComment } from './comments-contract.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import { SeenParts, type SeenRequest } from './seen-request.ts';

export const LINKEDIN_TOKEN = 'linkedin-access-token-secret';
export const LINKEDIN_CLIENT = { id: 'linkedin-client', secret: 'linkedin-client-secret' };

/** What a token is good for: the author it may publish as, and, of a page's, what else it may read. */
export interface FakeLinkedinAccount {
  token: string;
  author: string;
  scope: string;
  read?(request: SeenRequest, made: ReadonlyMap<string, JsonObject>, comments: readonly SeenComment[]): Reply | undefined;
}

const MEMBER: FakeLinkedinAccount = { token: LINKEDIN_TOKEN, author: 'urn:li:person:abc123', scope: 'openid,profile,w_member_social' };

/**
 * learn.microsoft.com: Posts API (whose response is an empty body with the id in a header), Images API, userinfo and
 * the code flow.
 */
export function createFakeLinkedin(account = MEMBER): FakeServerSpec & {
  posts: JsonObject[];
  comments: SeenComment[];
  picturesOf(post: JsonObject | undefined): SeenPicture[];
} {
  const posts: JsonObject[] = [];
  const comments: SeenComment[] = [];
  const images: Images = new Map();
  const videos: Videos = new Map();
  /** Also of posts that were deleted since, by their URN. */
  const made: Made = new Map();
  const existing = () => new Map([...made].filter(([, post]) => posts.includes(post)));
  return {
    posts,
    comments,
    picturesOf: (post) => picturesOf(images, post),
    isPublishing: ({ method, path }) => method === 'POST' && path === '/rest/posts',
    handle(request): Reply | undefined {
      if (request.path === '/oauth/v2/accessToken') return grant(account, request);
      if (request.headers.authorization !== `Bearer ${account.token}`) {
        return { status: 401, body: { status: 401, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' } };
      }
      const read = account.read?.(request, existing(), comments);
      if (read) return read;
      if (request.path === '/v2/userinfo' && account === MEMBER) return { status: 200, body: { sub: 'abc123', name: 'Harbour Master' } };
      if (request.path === '/rest/images') return initialize(images, request);
      if (request.path === '/rest/documents') return initialize(images, request, 'document');
      const [, document] = /^\/rest\/documents\/(.+)$/.exec(request.path) ?? [];
      if (document) return readDocument(images, decodeURIComponent(document));
      if (request.path.startsWith('/rest/videos')) return workOnVideo(videos, images, request);
      const part = /^\/video-parts\/(\w+)\/(\d+)$/.exec(request.path);
      if (part) return putPart(videos, part[1] ?? '', Number(part[2]), request);
      if (request.path.startsWith('/video-thumbnails/'))
        return request.headers['media-type-family'] === 'STILLIMAGE' ? { status: 201 } : undefined;
      if (request.path.startsWith('/video-captions/')) return putCaptions(request);
      const [, upload] = /^\/dms-uploads\/(\w+)$/.exec(request.path) ?? [];
      if (upload) return put(images, upload, request);
      const [, urn] = /^\/rest\/socialActions\/([^/]+)\/comments$/.exec(request.path) ?? [];
      if (urn) return comment(account, comments, decodeURIComponent(urn), request);
      if (request.headers['x-restli-method'] === 'PARTIAL_UPDATE') return edit(made.get(named(request)), posts, request);
      if (request.method === 'DELETE') return remove(posts, made.get(named(request)));
      return request.path === '/rest/posts' && request.method === 'POST' ? post(account, posts, images, made, request) : undefined;
    },
    refusals: {
      limited: () => ({ status: 429, body: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Resource level throttle limit reached' } }),
      revoked: (secret) => ({
        status: 401,
        body: { status: 401, code: 'REVOKED_ACCESS_TOKEN', message: `The token ${secret} was revoked` },
      }),
      refused: (secret) => ({
        status: 422,
        body: { status: 422, code: 'UNPROCESSABLE_ENTITY', message: `commentary is invalid ${secret}` },
      }),
      unknownCall: () => ({ status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'No virtual resource found' } }),
    },
  };
}

/** SHA-256 of the bytes by the last part of the image's name; null before the upload. */
type Images = Map<string, string | null>;
type Made = Map<string, JsonObject>;
type Videos = Map<string, { size: number; parts: SeenParts; etags: string[]; looks: number }>;
type Named = { id: string; altText?: string };

const named = ({ path }: SeenRequest): string => decodeURIComponent(path.replace('/rest/posts/', ''));

/** learn.microsoft.com, Posts API, Update Posts: 204. */
function edit(post: JsonObject | undefined, posts: readonly JsonObject[], { body }: SeenRequest): Reply {
  if (!post || !posts.includes(post)) return { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'Could not find entity' } };
  const { patch } = body as { patch: { $set: { commentary: string } } };
  post.commentary = patch.$set.commentary;
  return { status: 204 };
}

/** Deleting is idempotent: 204 also for a post that is gone. */
function remove(posts: JsonObject[], post: JsonObject | undefined): Reply {
  const at = post ? posts.indexOf(post) : -1;
  if (at >= 0) posts.splice(at, 1);
  return { status: 204 };
}

/** learn.microsoft.com, Documents API: the same as for images, and then its status. */
function readDocument(images: Images, urn: string): Reply | undefined {
  const sha256 = images.get(urn.replace('urn:li:document:', ''));
  if (sha256 === undefined) return undefined;
  return { status: 200, body: { id: urn, status: sha256 === null ? 'WAITING_UPLOAD' : 'AVAILABLE' } };
}

function initialize(images: Images, { query, headers, body }: SeenRequest, kind = 'image'): Reply | undefined {
  const { initializeUploadRequest } = body as JsonObject;
  if (query.get('action') !== 'initializeUpload' || !(initializeUploadRequest as JsonObject)?.owner) return undefined;
  const id = `C5${images.size}`;
  images.set(id, null);
  const uploadUrl = `http://${headers.host}/dms-uploads/${id}`;
  return { status: 200, body: { value: { uploadUrlExpiresAt: 1, uploadUrl, [kind]: `urn:li:${kind}:${id}` } } };
}

function put(images: Images, id: string, { method, files: [file] }: SeenRequest): Reply | undefined {
  if (method !== 'PUT' || !file || !images.has(id)) return undefined;
  images.set(id, file.sha256);
  return { status: 201 };
}

const PART_BYTES = 4 * 1_048_576;

/** learn.microsoft.com, Videos API: parts of 4 MB, and AVAILABLE once it was queried twice. */
function workOnVideo(videos: Videos, images: Images, { path, query, headers, body }: SeenRequest): Reply | undefined {
  const action = query.get('action');
  if (action === 'initializeUpload') {
    const { owner, fileSizeBytes, uploadCaptions, uploadThumbnail } = (body as { initializeUploadRequest: JsonObject })
      .initializeUploadRequest;
    const size = Number(fileSizeBytes);
    if (!owner || !(size > 0)) return { status: 400, body: { status: 400, code: 'INVALID', message: 'fileSizeBytes is required' } };
    const id = `V${videos.size}`;
    videos.set(id, { size, parts: new SeenParts(), etags: [], looks: 0 });
    const uploadInstructions = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => ({
      uploadUrl: `http://${headers.host}/video-parts/${id}/${index}`,
      firstByte: index * PART_BYTES,
      lastByte: Math.min(size, (index + 1) * PART_BYTES) - 1,
    }));
    const extras = {
      ...(uploadThumbnail && { thumbnailUploadUrl: `http://${headers.host}/video-thumbnails/${id}` }),
      ...(uploadCaptions && { captionsUploadUrl: `http://${headers.host}/video-captions/${id}` }),
    };
    return { status: 200, body: { value: { video: `urn:li:video:${id}`, uploadToken: '', uploadInstructions, ...extras } } };
  }
  const urn = action
    ? (body as { finalizeUploadRequest: JsonObject }).finalizeUploadRequest?.video
    : decodeURIComponent(path.split('/').at(-1) ?? '');
  const id = String(urn).replace('urn:li:video:', '');
  const video = videos.get(id);
  if (!video) return undefined;
  if (action === 'finalizeUpload') {
    const { uploadedPartIds } = (body as { finalizeUploadRequest: JsonObject }).finalizeUploadRequest;
    const isWhole = video.parts.byteSize === video.size && JSON.stringify(uploadedPartIds) === JSON.stringify(video.etags);
    return isWhole ? { status: 200 } : { status: 400, body: { status: 400, code: 'INVALID', message: 'parts are missing' } };
  }
  video.looks += 1;
  if (video.looks > 1) images.set(id, video.parts.sha256);
  return { status: 200, body: { id: String(urn), status: video.looks > 1 ? 'AVAILABLE' : 'PROCESSING' } };
}

/** learn.microsoft.com, Videos API, Upload Video Captions: a form of `metadata`, as JSON, and `file`. */
function putCaptions({ method, body, files: [file] }: SeenRequest): Reply | undefined {
  const { locale, ...about } = JSON.parse(String((body as JsonObject | null)?.metadata ?? '{}')) as JsonObject;
  const wanted = {
    format: 'SRT',
    formattedForEasyReader: true,
    largeText: true,
    source: 'USER_PROVIDED',
    transcriptType: 'CLOSED_CAPTION',
  };
  const { language, country } = (locale ?? {}) as { language?: string; country?: string };
  const isNamed = /^[A-Z]{2}$/.test(language ?? '') && /^[A-Z]{2}$/.test(country ?? '');
  return method === 'POST' && file?.name === 'file' && isNamed && isDeepStrictEqual(about, wanted) ? { status: 201 } : undefined;
}

function putPart(videos: Videos, id: string, index: number, { method, files: [file] }: SeenRequest): Reply | undefined {
  const video = videos.get(id);
  if (method !== 'PUT' || !file || !video) return undefined;
  video.parts.add(file.bytes, index);
  video.etags[index] = `etag-${file.sha256.slice(0, 8)}`;
  return { status: 200, headers: { etag: video.etags[index] ?? '' } };
}

function namedOf(post: JsonObject | undefined): Named[] {
  const content = post?.content as { media?: Named; multiImage?: { images: Named[] }; article?: { thumbnail?: string } } | undefined;
  const thumbnail = content?.article?.thumbnail;
  return content?.multiImage?.images ?? [content?.media ?? (thumbnail ? { id: thumbnail } : [])].flat();
}

function picturesOf(images: Images, post: JsonObject | undefined): SeenPicture[] {
  return namedOf(post).map(({ id, altText = '' }) => ({
    sha256: images.get(id.replace(/^urn:li:(image|video|document):/, '')) ?? '',
    altText,
  }));
}

const DENIED: Reply = {
  status: 403,
  body: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions to access: posts.CREATE' },
};

function post(account: FakeLinkedinAccount, posts: JsonObject[], images: Images, made: Made, { body, headers }: SeenRequest): Reply {
  if (!/^\d{6}$/.test(String(headers['linkedin-version'])) || headers['x-restli-protocol-version'] !== '2.0.0') {
    return { status: 426, body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version is not active' } };
  }
  if ((body as JsonObject).author !== account.author) return DENIED;
  const named = namedOf(body as JsonObject);
  if (
    picturesOf(images, body as JsonObject).some(({ sha256 }) => sha256 === '') ||
    (named.length === 1 && (body as { content?: JsonObject }).content?.multiImage)
  ) {
    return { status: 400, body: { status: 400, code: 'INVALID_CONTENT', message: 'content is invalid' } };
  }
  posts.push(body as JsonObject);
  const urn = `urn:li:share:${7_001 + made.size}`;
  made.set(urn, body as JsonObject);
  return { status: 201, headers: { 'x-restli-id': urn } };
}

/** learn.microsoft.com, Comments API: the comment in the body, its id in a header, too. */
function comment(account: FakeLinkedinAccount, comments: SeenComment[], urn: string, { body, headers }: SeenRequest): Reply {
  const { actor, object, message } = body as { actor: string; object: string; message: { text: string } };
  if (actor !== account.author) return DENIED;
  if (object !== urn || !/^\d{6}$/.test(String(headers['linkedin-version'])))
    return { status: 400, body: { status: 400, code: 'INVALID', message: 'object does not match' } };
  comments.push({ text: message.text, under: urn });
  const id = String(6_000 + comments.length);
  return { status: 201, headers: { 'x-restli-id': id }, body: { id, actor, object, message, commentUrn: `urn:li:comment:(${urn},${id})` } };
}

function grant(account: FakeLinkedinAccount, { body }: SeenRequest): Reply {
  const { code, client_secret: secret, grant_type: type, refresh_token: refreshToken } = body as JsonObject;
  if (secret !== LINKEDIN_CLIENT.secret)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } };
  const isPartner = (type === 'authorization_code' && code === 'code-of-a-partner') || refreshToken === 'linkedin-refresh-token';
  if (type === 'refresh_token' && !isPartner)
    return { status: 400, body: { error: 'invalid_request', error_description: 'The provided refresh token is invalid' } };
  if (!isPartner && code !== 'code-1') {
    return {
      status: 400,
      body: { error: 'invalid_request', error_description: 'Unable to retrieve access token: authorization code not found' },
    };
  }
  const renewable = isPartner && { refresh_token: 'linkedin-refresh-token', refresh_token_expires_in: 31_536_000 };
  return {
    status: 200,
    body: { access_token: account.token, expires_in: 5_184_000, scope: account.scope, ...renewable },
  };
}

/** The text of little text format, as a reader sees it. */
export function readLittleText(commentary: unknown): string {
  return String(commentary)
    .replaceAll(/\{hashtag\|\\#\|((?:\\.|[^\\}])*)\}/g, '#$1')
    .replaceAll(/\\(.)/g, '$1');
}
