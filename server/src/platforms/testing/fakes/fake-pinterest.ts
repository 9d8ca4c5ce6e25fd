import { createHash } from 'node:crypto';
import type { JsonObject } from '../../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const PINTEREST_TOKEN = 'pina_access-token-1-secret';
export const PINTEREST_CLIENT = { id: 'pinterest-client', secret: 'pinterest-client-secret' };

const BOARDS = [
  { id: '1001', name: 'Harbour news', owner: { username: 'harbour' } },
  { id: '1002', name: 'Boats', owner: { username: 'harbour' } },
  { id: '1003', name: 'boats', owner: { username: 'harbour' } },
];
const SCOPE = 'boards:read boards:write pins:read pins:write';

interface Video {
  sha256: string | null;
  status: 'registered' | 'processing' | 'succeeded' | 'failed';
}

interface Image {
  content_type: string;
  data: string;
}

/**
 * developers.pinterest.com, API v5: POST /pins, GET /boards, GET /boards/{id} and its pins, and the code flow. Its
 * pages are short: one board, ten pins.
 */
export function createFakePinterest(): FakeServerSpec & {
  pins: JsonObject[];
  videos: Map<string, Video>;
  picturesOf(pin: JsonObject | undefined): SeenPicture[];
  /** The most pins of one page, where more are asked for. */
  mostPins: number;
  /** The person may no longer use any of the boards, nor their pins. */
  hasLostBoards: boolean;
} {
  const pins: JsonObject[] = [];
  const videos = new Map<string, Video>();
  let refreshToken = 'pinr_refresh-token-1';
  return {
    pins,
    videos,
    picturesOf,
    mostPins: 10,
    hasLostBoards: false,
    isPublishing: ({ method, path }) => method === 'POST' && path === '/pins',
    handle(request): Reply | undefined {
      if (request.path === '/oauth/token') {
        const reply = grant(request, refreshToken);
        if (reply.status === 200) refreshToken = String((reply.body as JsonObject).refresh_token);
        return reply;
      }
      if (request.path === '/video-storage') return store(videos, request);
      if (!request.headers.authorization?.startsWith('Bearer pina_access-token-'))
        return { status: 401, body: { code: 2, message: 'Authentication failed.' } };
      if (this.hasLostBoards && request.path.startsWith('/pins/')) return { status: 404, body: { code: 50, message: 'Pin not found.' } };
      if (this.hasLostBoards) return { status: 404, body: { code: 40, message: 'Board not found.' } };
      if (request.path === '/boards') return list(request, BOARDS, 1);
      const board = BOARDS.find(({ id }) => request.path.startsWith(`/boards/${id}`));
      if (board && request.path === `/boards/${board.id}`) return { status: 200, body: board };
      if (board && request.path === `/boards/${board.id}/pins`)
        return list(
          request,
          pins.filter(({ board_id: boardId }) => boardId === board.id).map(({ media_source: _, ...pin }) => pin),
          this.mostPins,
        );
      if (request.path === '/media') return register(videos, request);
      const video = videos.get(request.path.replace('/media/', ''));
      if (video) return { status: 200, body: { media_type: 'video', status: video.status } };
      if (request.path.startsWith('/media/')) return { status: 404, body: { code: 2_001, message: 'Media upload not found.' } };
      if (request.path === '/pins') return post(pins, videos, request);
      return request.path.startsWith('/pins/') ? onePin(pins, request) : undefined;
    },
    refusals: {
      limited: () => ({
        status: 429,
        body: { code: 8, message: 'You have exceeded your rate limit.' },
        headers: { 'x-ratelimit-reset': '7' },
      }),
      revoked: (secret) => ({ status: 401, body: { code: 2, message: `Authentication failed for ${secret}.` } }),
      refused: (secret) => ({ status: 400, body: { code: 1, message: `Invalid request: ${secret} is too long` } }),
      unknownCall: () => ({ status: 404, body: { code: 40, message: 'Board not found.' } }),
    },
  };
}

function list({ query }: SeenRequest, items: readonly JsonObject[], size: number): Reply {
  const at = Number(query.get('bookmark') ?? 0);
  const asked = Number(query.get('page_size'));
  if (asked > 250) return { status: 400, body: { code: 1, message: 'page_size is too large' } };
  const to = at + Math.min(asked, size);
  return { status: 200, body: { items: items.slice(at, to), bookmark: to < items.length ? String(to) : null } };
}

/** GET and DELETE /pins/{pin_id}; the latter answers without a body. */
function onePin(pins: JsonObject[], { method, path }: SeenRequest): Reply {
  const at = pins.findIndex(({ id }) => path === `/pins/${id}`);
  const pin = pins[at];
  if (!pin) return { status: 404, body: { code: 50, message: 'Pin not found.' } };
  if (method !== 'DELETE') return { status: 200, body: pin };
  pins.splice(at, 1);
  return { status: 204 };
}

/** The form of a storage, which wants every parameter before the file. */
function register(videos: Map<string, Video>, { body, headers }: SeenRequest): Reply {
  if ((body as JsonObject).media_type !== 'video') return { status: 400, body: { code: 1, message: 'media_type is invalid' } };
  const id = String(7_000 + videos.size);
  videos.set(id, { sha256: null, status: 'registered' });
  const parameters = { 'x-amz-date': '20261128T000000Z', key: `uploads/${id}`, policy: 'policy' };
  return {
    status: 201,
    body: { media_id: id, media_type: 'video', upload_url: `http://${headers.host}/video-storage`, upload_parameters: parameters },
  };
}

function store(videos: Map<string, Video>, { body, files: [file] }: SeenRequest): Reply | undefined {
  const { key, policy } = body as JsonObject;
  const video = videos.get(String(key).replace('uploads/', ''));
  if (file?.name !== 'file' || policy !== 'policy' || !video) return { status: 403 };
  Object.assign(video, { sha256: file.sha256, status: 'succeeded' });
  return { status: 204 };
}

function post(pins: JsonObject[], videos: Map<string, Video>, { body }: SeenRequest): Reply {
  const { board_id: boardId, media_source: source } = body as JsonObject;
  if (!BOARDS.some(({ id }) => id === boardId)) return { status: 404, body: { code: 40, message: 'Board not found.' } };
  const film = source as JsonObject | undefined;
  const isVideo = film?.source_type === 'video_id' && videos.get(String(film.media_id))?.status === 'succeeded';
  const images = isVideo ? [] : imagesOf(body as JsonObject);
  const isWhole = images.every(({ content_type: type, data }) => /^image\/(jpeg|png)$/.test(type) && /^[a-zA-Z0-9+/=]+$/.test(data));
  const count =
    (source as JsonObject | undefined)?.source_type === 'multiple_image_base64'
      ? images.length >= 2 && images.length <= 5
      : images.length === 1;
  if (!isVideo && (!isWhole || !count)) return { status: 400, body: { code: 1, message: 'media_source is invalid' } };
  // Its times have no zone.
  const created = new Date().toISOString().slice(0, 19);
  const pin = { ...(body as JsonObject), id: String(Number(pins.at(-1)?.id ?? 8_999) + 1), created_at: created };
  pins.push(pin);
  const { media_source: _, ...shown } = pin as JsonObject;
  return { status: 201, body: shown };
}

function imagesOf(pin: JsonObject | undefined): Image[] {
  const source = pin?.media_source as unknown as ({ items?: Image[] } & Image) | undefined;
  return source?.items ?? (source ? [source] : []);
}

/** The pin's one description has a line for each picture. */
function picturesOf(pin: JsonObject | undefined): SeenPicture[] {
  const texts = String(pin?.alt_text ?? '').split('\n');
  return imagesOf(pin).map(({ data }, index) => ({
    sha256: createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex'),
    altText: texts[index] ?? '',
  }));
}

function grant({ body, headers }: SeenRequest, refreshToken: string): Reply {
  const form = body as JsonObject;
  const known = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  if (known !== `${PINTEREST_CLIENT.id}:${PINTEREST_CLIENT.secret}`)
    return { status: 401, body: { code: 2, message: 'Authentication failed.' } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1' && form.continuous_refresh === 'true';
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === refreshToken;
  if (!(isCode || isRefresh)) return { status: 401, body: { code: 283, message: 'The provided authorization grant is invalid.' } };
  const next = Number(refreshToken.split('-').at(-1)) + 1;
  const tokens = { access_token: `pina_access-token-${next}-secret`, refresh_token: `pinr_refresh-token-${next}` };
  return { status: 200, body: { token_type: 'bearer', expires_in: 2_592_000, scope: SCOPE, ...tokens } };
}
