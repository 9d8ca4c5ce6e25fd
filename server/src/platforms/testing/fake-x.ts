import type { JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import { SeenParts, type SeenRequest } from './seen-request.ts';

export const X_TOKEN = 'x-access-token-1-secret';
export const X_CLIENT = { id: 'x-client', secret: 'x-client-secret' };

interface XPost {
  id: string;
  text: string;
  replyTo: string | null;
  pictures: SeenPicture[];
}

type Uploads = Map<string, SeenPicture>;
/** `isReady`: it is not processed, and has no STATUS. */
type Videos = Map<string, { total: number; parts: SeenParts; looks: number; isReady: boolean }>;

interface FakeX extends FakeServerSpec {
  posts: XPost[];
  /** The response to every post, unless null. */
  refusing: Reply | null;
  /** Refresh tokens that the app gave up. */
  revoked: string[];
  /** Whether videos are processed; otherwise they are ready once they are finalized. */
  processes: boolean;
  /** As X does with unused media after a day. */
  forgetMedia(): void;
}

/**
 * docs.x.com: POST /2/tweets (which refuses duplicates), POST /2/media/upload and /2/media/metadata, GET /2/users/me,
 * its posts, and OAuth 2.0 with PKCE.
 */
export function createFakeX(): FakeX {
  const posts: XPost[] = [];
  const uploads: Uploads = new Map();
  const videos: Videos = new Map();
  let refreshToken = 'x-refresh-token-1';
  let firstId = 6_000;
  const isPublishing = ({ method, path }: SeenRequest): boolean => method === 'POST' && path === '/2/tweets';
  return {
    posts,
    refusing: null,
    revoked: [],
    processes: true,
    forgetMedia() {
      firstId += videos.size;
      videos.clear();
      uploads.clear();
    },
    isPublishing,
    handle(request): Reply | undefined {
      if (this.refusing && isPublishing(request)) return this.refusing;
      if (request.path === '/2/oauth2/token') {
        const reply = grant(request, refreshToken);
        if (reply.status === 200) refreshToken = String((reply.body as JsonObject).refresh_token);
        return reply;
      }
      if (request.path === '/2/oauth2/revoke') return revoke(this.revoked, request);
      if (!request.headers.authorization?.startsWith('Bearer x-access-token-'))
        return { status: 401, body: { title: 'Unauthorized', status: 401, detail: 'Unauthorized' } };
      if (request.path === '/2/users/me') return { status: 200, body: { data: { id: '42', username: 'harbour', name: 'Harbour' } } };
      // docs.x.com: YYYY-MM-DDTHH:mm:ssZ.
      if (request.path === '/2/users/42/tweets' && !/T\d\d:\d\d:\d\dZ$/.test(request.query.get('start_time') ?? ''))
        return invalidBecause('The `start_time` query parameter value is not a valid timestamp');
      if (request.path === '/2/users/42/tweets') return { status: 200, body: { data: posts.map(present) } };
      if (
        request.path.startsWith('/2/media/upload') &&
        !request.files.some(({ name }) => name === 'media' && request.path === '/2/media/upload')
      )
        return uploadVideo(videos, uploads, request, { id: String(firstId + videos.size), isProcessed: this.processes });
      if (request.path === '/2/media/upload') return upload(uploads, request);
      if (request.path === '/2/media/metadata') return describe(uploads, request);
      if (request.path === '/2/media/subtitles') return subtitle(videos, request);
      return request.path === '/2/tweets' ? post(posts, uploads, request) : undefined;
    },
    refusals: {
      limited: () => ({
        status: 429,
        body: { title: 'Too Many Requests', detail: 'Too Many Requests', status: 429 },
        headers: { 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 7) },
      }),
      revoked: (secret) => ({ status: 401, body: { title: 'Unauthorized', detail: `Unauthorized ${secret}`, status: 401 } }),
      refused: (secret) => ({ status: 400, body: { title: 'Invalid Request', detail: `One or more parameters is invalid ${secret}` } }),
      unknownCall: () => ({ status: 404, body: { title: 'Not Found', detail: 'Not Found', status: 404 } }),
    },
  };
}

function upload(uploads: Uploads, { files: [file], body }: SeenRequest): Reply {
  const form = body as JsonObject;
  if (file?.name !== 'media' || form.media_category !== 'tweet_image' || form.media_type !== file.mimeType) {
    return { status: 400, body: { title: 'Invalid Request', detail: 'One or more parameters to your request was invalid.' } };
  }
  const id = String(5_000 + uploads.size);
  uploads.set(id, { sha256: file.sha256, altText: '' });
  return { status: 200, body: { data: { id, media_key: `3_${id}`, size: file.byteSize, expires_after_secs: 86_400 } } };
}

const CATEGORIES: Readonly<Record<string, string>> = {
  'video/mp4': 'tweet_video',
  'video/quicktime': 'tweet_video',
  'image/gif': 'tweet_gif',
  'text/srt': 'subtitles',
};

/** By an observed response (github.com/xdevplatform/xurl issue 18). */
const invalidBecause = (message: string): Reply => ({
  status: 400,
  body: {
    errors: [{ message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/2/problems/invalid-request',
  },
});

/** docs.x.com, Chunked media upload: initialize, append, finalize and STATUS; it is processed until it was queried twice. */
function uploadVideo(
  videos: Videos,
  uploads: Uploads,
  { path, query, body, files: [file] }: SeenRequest,
  next: { id: string; isProcessed: boolean },
): Reply {
  const invalid = invalidBecause('BadRequest: Invalid');
  if (path === '/2/media/upload/initialize') {
    const { media_type: type, total_bytes: total, media_category: category } = body as JsonObject;
    if (category !== CATEGORIES[String(type)]) return invalid;
    const { id } = next;
    videos.set(id, { total: Number(total), parts: new SeenParts(), looks: 0, isReady: category === 'subtitles' || !next.isProcessed });
    return { status: 200, body: { data: { id, media_key: `7_${id}`, expires_after_secs: 86_400 } } };
  }
  const [, id = query.get('media_id') ?? '', step = 'status'] = /^\/2\/media\/upload\/(\w+)\/(\w+)$/.exec(path) ?? [];
  const video = videos.get(id);
  if (!video || (step === 'status' && video.isReady)) return invalidBecause('BadRequest: Not found');
  if (step === 'append') {
    if (!file || file.byteSize > 5 * 1_048_576) return invalid;
    video.parts.add(file.bytes, Number((body as JsonObject).segment_index));
    return { status: 204 };
  }
  if (video.parts.byteSize !== video.total) return invalid;
  if (step === 'status') video.looks += 1;
  const isReady = video.isReady || video.looks > 1;
  if (isReady) uploads.set(id, { sha256: video.parts.sha256, altText: '' });
  if (video.isReady) return { status: 200, body: { data: { id, media_key: `7_${id}`, expires_after_secs: 86_400 } } };
  return { status: 200, body: { data: { id, processing_info: { state: isReady ? 'succeeded' : 'in_progress', check_after_secs: 1 } } } };
}

/** docs.x.com, POST /2/media/subtitles: both files were uploaded before. */
function subtitle(videos: Videos, { body }: SeenRequest): Reply {
  const { id, media_category: category, subtitles } = body as { id: string; media_category: string; subtitles: JsonObject };
  const isKnown = videos.has(id) && videos.has(String(subtitles.id)) && /^[A-Z]{2}$/.test(String(subtitles.language_code));
  return isKnown && category === 'TweetVideo'
    ? { status: 200, body: { data: { id } } }
    : invalidBecause('$.subtitles.language_code: does not match ^[A-Z]{2}$');
}

function describe(uploads: Uploads, { body }: SeenRequest): Reply | undefined {
  const { id, metadata } = body as { id: string; metadata: { alt_text: { text: string } } };
  const picture = uploads.get(id);
  if (!picture) return undefined;
  picture.altText = metadata.alt_text.text;
  return { status: 200, body: { data: { id, associated_metadata: { alt_text: metadata.alt_text } } } };
}

function post(posts: XPost[], uploads: Uploads, { body }: SeenRequest): Reply {
  const { text, reply, media } = body as JsonObject;
  if (posts.some((each) => each.text === text)) {
    const detail = 'You are not allowed to create a Tweet with duplicate content.';
    return { status: 403, body: { detail, type: 'about:blank', title: 'Forbidden', status: 403 } };
  }
  const replyTo = (reply as JsonObject | undefined)?.in_reply_to_tweet_id;
  const ids = (media as { media_ids: string[] } | undefined)?.media_ids ?? [];
  const made = {
    id: String(1_000 + posts.length),
    text: String(text),
    replyTo: typeof replyTo === 'string' ? replyTo : null,
    pictures: ids.flatMap((id) => uploads.get(id) ?? []),
  };
  posts.push(made);
  return { status: 201, body: { data: { id: made.id, text: made.text } } };
}

/** X returns shortened links, escapes three characters, and ends the text of a post with the address of its media. */
function present({ id, text, pictures }: XPost): JsonObject {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const shortened = link ? escaped.replace(link.replaceAll('&', '&amp;'), 'https://t.co/abc') : escaped;
  const urls = [
    ...(link ? [{ url: 'https://t.co/abc', expanded_url: link }] : []),
    // One entity for each of them, all with the same address.
    ...pictures.map((_, index) => ({
      url: 'https://t.co/media',
      expanded_url: `https://x.com/harbour/status/${id}/photo/${index + 1}`,
      media_key: `3_${index}`,
    })),
  ];
  const shown = pictures.length > 0 ? `${shortened} https://t.co/media`.trim() : shortened;
  return { id, text: shown, ...(urls.length > 0 && { entities: { urls } }) };
}

/** POST /2/oauth2/revoke, by the client's own authentication. */
function revoke(revoked: string[], { body, headers }: SeenRequest): Reply {
  if (headers.authorization !== `Basic ${Buffer.from(`${X_CLIENT.id}:${X_CLIENT.secret}`).toString('base64')}`)
    return { status: 401, body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' } };
  revoked.push(String((body as JsonObject).token));
  return { status: 200, body: { revoked: true } };
}

function grant({ body, headers }: SeenRequest, refreshToken: string): Reply {
  const form = body as JsonObject;
  const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1' && String(form.code_verifier).length >= 43;
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === refreshToken;
  if (basic !== `${X_CLIENT.id}:${X_CLIENT.secret}`) {
    return { status: 401, body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' } };
  }
  if (!(isCode || isRefresh)) {
    return { status: 400, body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' } };
  }
  const next = Number(refreshToken.split('-').at(-1)) + 1;
  const tokens = { access_token: `x-access-token-${next}-secret`, refresh_token: `x-refresh-token-${next}` };
  return { status: 200, body: { token_type: 'bearer', expires_in: 7200, ...tokens } };
}
