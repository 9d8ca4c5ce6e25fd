import type { JsonObject } from '../../platform.ts';
import type { SeenComment } from '../comments-contract.ts';
import type { FakeServerSpec, Reply } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const YOUTUBE_TOKEN = 'ya29.access-token-1-secret';
export const YOUTUBE_CLIENT = { id: 'youtube-client', secret: 'youtube-client-secret' };

/** An upload and, once all of its bytes arrived, its video. */
export interface Upload {
  resource: JsonObject;
  size: number;
  received: number;
  /** Of the pieces, in order. */
  hashes: string[];
  videoId: string | null;
  publishedAt: string;
}

export interface FakeYoutube extends FakeServerSpec {
  uploads: Upload[];
  comments: SeenComment[];
  /** The addresses of uploads are forgotten, as after a week. */
  forgetsUploads: boolean;
  /** The project is not audited: every video is private. */
  isUnaudited: boolean;
  /** Videos with a cover and with subtitles of their own. */
  covered: Set<string>;
  subtitled: Set<string>;
  /** By videos.delete. */
  deleted: Set<string>;
  /** What the person allowed. */
  scopes: string[];
  listVideos(): JsonObject[];
}

/**
 * developers.google.com/youtube/v3: resumable uploads with their status, channels and playlistItems, videos.list, update
 * and delete, and Google's code flow with PKCE.
 */
export function createFakeYoutube(): FakeYoutube {
  const uploads: Upload[] = [];
  const spec: FakeYoutube = {
    uploads,
    comments: [],
    forgetsUploads: false,
    isUnaudited: false,
    covered: new Set(),
    subtitled: new Set(),
    deleted: new Set(),
    scopes: [],
    listVideos: () =>
      uploads.flatMap((upload) => (upload.videoId && !spec.deleted.has(upload.videoId) ? [videoOf(upload, spec.isUnaudited)] : [])),
    isPublishing: ({ method, path, headers }) =>
      method === 'PUT' && path.startsWith('/session/') && !headers['content-range']?.startsWith('bytes */'),
    handle(request): Reply | undefined {
      const { path, query, headers } = request;
      if (path === '/token') return grant(request);
      if (!headers.authorization?.startsWith('Bearer ya29.access-token-')) return error(401, 'authError', 'Invalid Credentials');
      if (!mayDo(spec.scopes, request)) return error(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
      if (path === '/youtube/v3/channels') return { status: 200, body: { items: [CHANNEL] } };
      if (path === '/upload/youtube/v3/videos') return open(uploads, request);
      if (path.startsWith('/session/'))
        return spec.forgetsUploads ? error(404, 'notFound', 'Not Found') : receive(uploads[Number(path.split('/').at(-1))], request);
      if (path === '/upload/youtube/v3/thumbnails/set') return setThumbnail(spec.covered, request);
      if (path === '/upload/youtube/v3/captions') return insertCaptions(spec.subtitled, request);
      if (path === '/youtube/v3/commentThreads') return commentsUnder(spec.comments, request);
      const videos = spec.listVideos().map(
        (video): JsonObject => ({
          ...video,
          contentDetails: { hasCustomThumbnail: spec.covered.has(String(video.id)), caption: String(spec.subtitled.has(String(video.id))) },
        }),
      );
      if (path === '/youtube/v3/videos') {
        const id = request.method === 'PUT' ? (request.body as JsonObject).id : query.get('id');
        const asked = videos.filter((video) => video.id === id);
        if (request.method === 'GET') return { status: 200, body: { items: asked } };
        const upload = uploads.find(({ videoId }) => videoId === asked[0]?.id);
        if (!upload) return error(404, 'videoNotFound', 'The video cannot be found.');
        if (request.method === 'PUT') return edit(upload, request);
        spec.deleted.add(String(id));
        return { status: 204 };
      }
      if (path === '/youtube/v3/playlistItems' && query.get('playlistId') === 'UU71')
        return { status: 200, body: { items: videos.map(itemOf) } };
      return undefined;
    },
    refusals: {
      limited: () => error(429, 'rateLimitExceeded', 'Too many requests'),
      revoked: (secret) => error(401, 'authError', `Invalid Credentials ${secret}`),
      refused: (secret) => error(400, 'invalidTitle', `The request metadata specifies an invalid title ${secret}`),
      unknownCall: () => error(404, 'notFound', 'Not Found'),
    },
  };
  return spec;
}

/** thumbnails.set: the body is the picture. */
function setThumbnail(covered: Set<string>, { query, files: [file] }: SeenRequest): Reply {
  if (!file || !/^image\/(jpeg|png)$/.test(file.mimeType) || file.byteSize > 2_097_152) return error(400, 'invalidImage', 'Invalid image');
  covered.add(query.get('videoId') ?? '');
  return { status: 200, body: { items: [] } };
}

/** captions.insert: the resource and the file. */
function insertCaptions(subtitled: Set<string>, { files: [about, file] }: SeenRequest): Reply {
  const { snippet } = JSON.parse(about?.bytes.toString() ?? '{}') as { snippet?: { videoId: string; language: string; name: string } };
  if (!file || !snippet?.language || !snippet.name) return error(400, 'contentRequired', 'No captions');
  subtitled.add(snippet.videoId);
  return { status: 200, body: { id: 'caption-1', snippet } };
}

/** videos.update of the snippet, which is replaced as a whole. */
function edit(upload: Upload, { body }: SeenRequest): Reply {
  const { snippet } = body as { snippet: JsonObject };
  if (!snippet.title || !snippet.categoryId) return error(400, 'invalidTitle', 'The title is invalid.');
  upload.resource = { ...upload.resource, snippet };
  return { status: 200, body: videoOf(upload, false) };
}

/** The text of comments that wait for their review. */
export const HELD = 'held for review';

/** commentThreads.insert and list. */
function commentsUnder(comments: SeenComment[], { method, body, query }: SeenRequest): Reply {
  const threadOf = ({ text, under }: SeenComment, index: number) => ({
    id: `Ug${index + 1}`,
    snippet: { videoId: under, topLevelComment: { snippet: { textOriginal: text, authorChannelId: { value: 'UC71' } } } },
  });
  if (method === 'POST') {
    const { snippet } = body as { snippet: { videoId: string; topLevelComment: { snippet: { textOriginal: string } } } };
    comments.push({ text: snippet.topLevelComment.snippet.textOriginal, under: snippet.videoId });
    return { status: 200, body: threadOf(comments.at(-1) as SeenComment, comments.length - 1) };
  }
  const own = comments.map(threadOf).filter((each) => each.snippet.videoId === query.get('videoId'));
  const most = Number(query.get('maxResults'));
  // The newest come first. What waits for its review is left out of a page, which then is shorter.
  const items = own
    .toReversed()
    .slice(0, most)
    .filter(({ snippet }) => snippet.topLevelComment.snippet.textOriginal !== HELD);
  return { status: 200, body: { items, ...(own.length > most && { nextPageToken: 'QURTSl' }) } };
}

const CHANNEL = {
  id: 'UC71',
  snippet: { title: 'Harbour', customUrl: '@harbour' },
  contentDetails: { relatedPlaylists: { uploads: 'UU71' } },
};

export const error = (code: number, reason: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }] } },
});

function open(uploads: Upload[], { query, headers, body }: SeenRequest): Reply {
  const { snippet } = body as { snippet: JsonObject };
  if (query.get('uploadType') !== 'resumable' || query.get('part') !== 'snippet,status') return error(400, 'badRequest', 'Bad Request');
  if (!snippet.title || String(snippet.title).length > 100) return error(400, 'invalidTitle', 'The title is invalid.');
  const size = Number(headers['x-upload-content-length']);
  if (!(size > 0) || !String(headers['x-upload-content-type']).startsWith('video/')) return error(400, 'mediaBodyRequired', 'No content');
  uploads.push({ resource: body as JsonObject, size, received: 0, hashes: [], videoId: null, publishedAt: new Date().toISOString() });
  return { status: 200, headers: { location: `http://${headers.host}/session/${uploads.length - 1}` } };
}

function receive(upload: Upload | undefined, { headers, files: [file] }: SeenRequest): Reply {
  if (!upload) return error(404, 'notFound', 'Not Found');
  const [, first, last, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (Number(total) !== upload.size) return error(400, 'badRequest', 'Invalid Content-Range');
  if (first !== undefined && file) {
    const isNext = Number(first) === upload.received && Number(last) - Number(first) + 1 === file.byteSize;
    const isWhole = Number(last) + 1 === upload.size || file.byteSize % 262_144 === 0;
    if (!isNext || !isWhole) return error(400, 'badRequest', 'Invalid Content-Range');
    upload.received += file.byteSize;
    upload.hashes.push(file.sha256);
  }
  if (upload.received === upload.size) {
    upload.videoId ??= `video-${crypto.randomUUID()}`;
    return { status: 200, body: videoOf(upload, false) };
  }
  return { status: 308, ...(upload.received > 0 && { headers: { range: `bytes=0-${upload.received - 1}` } }) };
}

function videoOf({ videoId, resource, publishedAt }: Upload, isUnaudited: boolean): JsonObject {
  const { snippet, status } = resource as { snippet: JsonObject; status: JsonObject };
  return {
    id: videoId,
    snippet: { ...snippet, publishedAt },
    status: { ...status, ...(isUnaudited && { privacyStatus: 'private' }), uploadStatus: 'uploaded' },
  };
}

function itemOf({ id, snippet }: JsonObject): JsonObject {
  return { snippet: { ...(snippet as JsonObject), resourceId: { kind: 'youtube#video', videoId: id ?? null } } };
}

/** The discovery document of youtube/v3, by the scopes of which one suffices. */
function mayDo(scopes: readonly string[], { method, path }: SeenRequest): boolean {
  const isUpload = path.startsWith('/session/') || path === '/upload/youtube/v3/videos' || path.endsWith('/thumbnails/set');
  const also = isUpload ? 'youtube.upload' : method === 'GET' && !/captions|commentThreads/.test(path) ? 'youtube.readonly' : null;
  return ['youtube.force-ssl', also].some((name) => scopes.includes(`https://www.googleapis.com/auth/${name}`));
}

function grant({ body }: SeenRequest): Reply {
  const form = body as JsonObject;
  if (form.client_id === 'deleted-client')
    return { status: 401, body: { error: 'deleted_client', error_description: 'The OAuth client was deleted.' } };
  if (form.client_id === 'disabled-client')
    return { status: 401, body: { error: 'disabled_client', error_description: 'The OAuth client was disabled.' } };
  if (form.client_id !== YOUTUBE_CLIENT.id || form.client_secret !== YOUTUBE_CLIENT.secret)
    return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1' && String(form.code_verifier).length >= 43;
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === '1//refresh-token';
  if (!(isCode || isRefresh))
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
  // A refresh token comes with the first grant only.
  const tokens = isCode
    ? { access_token: YOUTUBE_TOKEN, refresh_token: '1//refresh-token' }
    : { access_token: 'ya29.access-token-2-secret' };
  return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, ...(tokens as JsonObject) } };
}
