import type { Json, JsonObject } from '../../platform.ts';
import type { FakeServerSpec, Reply } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const TIKTOK_TOKEN = 'act.access-token-1-secret';
export const TIKTOK_CLIENT = { id: 'tiktok-key', secret: 'tiktok-client-secret' };

interface TiktokPost {
  publishId: string;
  info: JsonObject;
  size: number;
  pieceSize: number;
  received: number;
  /** Of the pieces, in order. */
  hashes: string[];
  /** The final status of one that became no post. */
  failed: JsonObject | null;
}

export interface FakeTiktok extends FakeServerSpec {
  posts: TiktokPost[];
  /** Where all bytes of a post have arrived, and it did not fail. */
  isWhole(post: TiktokPost): boolean;
  /** Overrides the status of every post whose bytes have arrived; FAILED stays. */
  status: JsonObject | null;
  /** What the person allowed. */
  scopes: string[];
  /** Access tokens that the app gave up. */
  revoked: string[];
}

/** The id of the first video, beyond what a number of JavaScript can hold. */
const FIRST_VIDEO = 7_678_907_398_077_074_696n;
export const videoId = (index: number): string => String(FIRST_VIDEO + BigInt(index));

/**
 * developers.tiktok.com, Content Posting API: creator_info/query, video/init with FILE_UPLOAD, the pieces, and
 * status/fetch; Display API: video/query; Login Kit for Web.
 */
export function createFakeTiktok(): FakeTiktok {
  const posts: TiktokPost[] = [];
  let refreshToken = 'rft.refresh-token-1';
  const spec: FakeTiktok = {
    posts,
    status: null,
    revoked: [],
    scopes: ['user.info.basic', 'video.publish'],
    isWhole: ({ received, size, failed }) => received === size && !failed,
    isPublishing: ({ method, path }) => method === 'PUT' && path.startsWith('/upload/'),
    handle(request): Reply | undefined {
      const { path, headers, body } = request;
      if (path === '/v2/oauth/token/') {
        const reply = grant(request, refreshToken, spec.scopes);
        if (reply.status === 200) refreshToken = String((reply.body as JsonObject).refresh_token);
        return reply;
      }
      if (path === '/v2/oauth/revoke/') {
        const { client_key: key, client_secret: secret, token } = body as JsonObject;
        if (key !== TIKTOK_CLIENT.id || secret !== TIKTOK_CLIENT.secret) return { status: 401, body: { error: 'invalid_client' } };
        spec.revoked.push(String(token));
        return { status: 200 };
      }
      if (path.startsWith('/upload/')) return receive(posts[Number(path.split('/').at(-1))], request);
      if (!headers.authorization?.startsWith('Bearer act.access-token-'))
        return error(401, 'access_token_invalid', 'The token is invalid.');
      if (path.startsWith('/v2/post/publish/') && !spec.scopes.includes('video.publish'))
        return error(401, 'scope_not_authorized', 'The user did not authorize the scope required for completing this request.');
      if (path === '/v2/post/publish/creator_info/query/') return ok(CREATOR);
      if (path === '/v2/post/publish/video/init/') return init(posts, request);
      if (path === '/v2/video/query/') return query(posts, request);
      if (path !== '/v2/post/publish/status/fetch/') return undefined;
      const index = posts.findIndex(({ publishId }) => publishId === (body as JsonObject).publish_id);
      const post = posts[index];
      return post ? ok(statusOf(post, index, spec.status)) : error(400, 'invalid_publish_id', 'The publish_id does not exist.');
    },
    refusals: {
      limited: () => error(429, 'rate_limit_exceeded', 'The rate limit is exceeded.'),
      revoked: (secret) => error(401, 'access_token_invalid', `The access token ${secret} is invalid.`),
      refused: (secret) => error(400, 'invalid_params', `The request ${secret} is malformed.`),
      unknownCall: () => error(404, 'invalid_params', 'There is no such endpoint.'),
    },
  };
  return spec;
}

const CREATOR = {
  creator_username: 'harbour',
  creator_nickname: 'Harbour',
  privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  comment_disabled: false,
  duet_disabled: true,
  stitch_disabled: false,
  max_video_post_duration_sec: 300,
};

const ok = (data: JsonObject): Reply => ({ status: 200, body: { data, error: { code: 'ok', message: '', log_id: '1' } } });
export const error = (status: number, code: string, message: string): Reply => ({
  status,
  body: { data: {}, error: { code, message, log_id: '1' } },
});

function init(posts: TiktokPost[], { body, headers }: SeenRequest): Reply {
  const { post_info: info, source_info: source } = body as { post_info: JsonObject; source_info: JsonObject };
  const [size, pieceSize, count] = [source.video_size, source.chunk_size, source.total_chunk_count].map(Number) as [number, number, number];
  const isWhole = size < 5_000_000 && pieceSize === size && count === 1;
  const isParted = pieceSize >= 5_000_000 && pieceSize <= 64_000_000 && count === Math.floor(size / pieceSize);
  if (source.source !== 'FILE_UPLOAD' || !(isWhole || isParted)) return error(400, 'invalid_params', 'The chunk size is invalid.');
  if (!info.privacy_level) return error(400, 'invalid_params', 'privacy_level is required.');
  const publishId = `v_pub_file~v2.${posts.length}`;
  posts.push({ publishId, info, size, pieceSize, received: 0, hashes: [], failed: null });
  return ok({ publish_id: publishId, upload_url: `http://${headers.host}/upload/${posts.length - 1}` });
}

function receive(post: TiktokPost | undefined, { headers, files: [file] }: SeenRequest): Reply {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')?.map(Number) ?? [];
  const isNext = post && first === post.received && total === post.size && file?.byteSize === Number(last) - Number(first) + 1;
  if (!isNext || !file) return error(416, 'invalid_range', 'The Content-Range is invalid.');
  const isLast = Number(last) + 1 === post.size;
  if (!isLast && file.byteSize !== post.pieceSize) return error(400, 'invalid_params', 'The chunk is too small.');
  post.received += file.byteSize;
  post.hashes.push(file.sha256);
  return { status: isLast ? 201 : 206 };
}

function statusOf(post: TiktokPost, index: number, forced: JsonObject | null): JsonObject {
  if (post.received < post.size) return { status: 'PROCESSING_UPLOAD', uploaded_bytes: post.received };
  if (forced?.status === 'FAILED') post.failed ??= forced;
  return post.failed ?? forced ?? { status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [rawJson(videoId(index))] };
}

/** A JSON text as it is: TikTok writes its ids as numbers, which JSON.stringify would round. */
const rawJson = (text: string): Json => (JSON as unknown as { rawJSON(text: string): Json }).rawJSON(text);

function query(posts: TiktokPost[], { body }: SeenRequest): Reply {
  const { video_ids: wanted } = (body as { filters: { video_ids: string[] } }).filters;
  const known = wanted.filter((id) => posts.some((_, index) => videoId(index) === id));
  return ok({ videos: known.map((id) => ({ id, view_count: 340, like_count: 20 })) });
}

function grant({ body }: SeenRequest, refreshToken: string, granted: readonly string[]): Reply {
  const form = body as JsonObject;
  if (form.client_key !== TIKTOK_CLIENT.id || form.client_secret !== TIKTOK_CLIENT.secret)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client key or secret is incorrect.' } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1';
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === refreshToken;
  if (!(isCode || isRefresh)) return { status: 400, body: { error: 'invalid_grant', error_description: 'The code or token has expired.' } };
  const next = Number(refreshToken.split('-').at(-1)) + 1;
  const scope = granted.join(',');
  const tokens = { access_token: `act.access-token-${next}-secret`, refresh_token: `rft.refresh-token-${next}`, open_id: 'open-71' };
  return { status: 200, body: { token_type: 'Bearer', expires_in: 86_400, refresh_expires_in: 31_536_000, scope, ...tokens } };
}
