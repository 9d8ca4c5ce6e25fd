import type { JsonObject } from '../platform.ts';
import type { SeenComment } from './comments-contract.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import { SeenParts, type SeenRequest } from './seen-request.ts';

export const FACEBOOK_TOKEN = 'EAAG-page-token-secret';
export const FACEBOOK_CLIENT = { id: 'facebook-client', secret: 'facebook-client-secret' };

/** developers.facebook.com, Pages API: the feed of a page, its photos, me/accounts, and the exchange of tokens. */
export function createFakeFacebook(): FakeServerSpec & {
  posts: JsonObject[];
  /** What visitors wrote on the page: in its feed, but not among its posts. */
  visitorPosts: JsonObject[];
  comments: SeenComment[];
  pages: JsonObject[];
  photos: Photos;
  videos: Videos;
  takesCaptions: boolean;
  /** Of every video. */
  videoStatus: string;
  mayDelete: boolean;
  /** Whether the person still has pages_read_engagement. */
  mayRead: boolean;
  /** What the person allowed. */
  scopes: string[];
  /** The most pages of one list. */
  mostPages: number;
} {
  const posts: JsonObject[] = [];
  const visitorPosts: JsonObject[] = [];
  const comments: SeenComment[] = [];
  const photos: Photos = new Map();
  const videos: Videos = new Map();
  const pages: JsonObject[] = [{ id: '55', name: 'Harbour', access_token: FACEBOOK_TOKEN }];
  return {
    posts,
    visitorPosts,
    comments,
    pages,
    photos,
    videos,
    takesCaptions: true,
    videoStatus: 'ready',
    mayDelete: true,
    mayRead: true,
    scopes: [...ALLOWED],
    mostPages: 2,
    isPublishing: ({ method, path }) => method === 'POST' && path.endsWith('/55/feed'),
    handle(request): Reply | undefined {
      const path = request.path.replace('/v24.0', '');
      if (path === '/oauth/access_token') return exchange(request);
      const isPerson = request.headers.authorization === 'Bearer long-lived';
      if (path === '/me/permissions' && isPerson) return ok({ data: ALLOWED.map((one) => permission(one, this.scopes)) });
      if (path === '/me/accounts' && isPerson) return accountsOf(pages, this.scopes, request, this.mostPages);
      const shown = posts.find(({ id }) => path === `/${id}`);
      if (shown && request.query.get('access_token') === FACEBOOK_TOKEN)
        return ok({ id: shown.id ?? null, message: shown.message ?? null });
      if (request.headers.authorization !== `Bearer ${FACEBOOK_TOKEN}`) return refusal(401, 190, 'Invalid OAuth access token.');
      if (request.method === 'DELETE') return this.mayDelete ? remove(posts, path) : missing();
      if (!this.mayRead && path === '/55/posts')
        return refusal(403, 10, "(#10) This endpoint requires the 'pages_read_engagement' permission");
      if (!this.mayRead && shown && request.method === 'GET') return missing();
      if (shown && request.method === 'GET') return ok({ id: shown.id ?? null });
      const edited = request.method === 'POST' ? posts.find(({ id }) => path === `/${id}`) : undefined;
      if (edited) return ok({ success: Boolean(Object.assign(edited, { message: (request.body as JsonObject).message ?? '' })) });
      const [, under] = /^\/(\w+)\/comments$/.exec(path) ?? [];
      if (under) return commentsUnder(comments, under, request);
      if (path === '/me') return ok({ id: '55', name: 'Harbour' });
      const [, captioned] = /^\/(\w+)\/captions$/.exec(path) ?? [];
      if (captioned) return this.takesCaptions ? captionsOf(videos, captioned, request) : refusal(400, 386, 'Invalid captions file');
      const film = posts.find(({ video }) => path === `/${video}`);
      if (film) return videoNode(film, this.videoStatus, request);
      if (path === '/graph-video/55/videos') return workOnVideo(videos, posts, request);
      if (path === '/55/photos') return upload(photos, request);
      if (path === '/55/posts') return ok({ data: posts });
      if (path !== '/55/feed') return undefined;
      return request.method === 'POST' ? post(posts, photos, request) : ok({ data: [...posts, ...visitorPosts] });
    },
    refusals: {
      limited: () => refusal(400, 32, 'Page request limit reached'),
      revoked: (secret) => refusal(400, 190, `Error validating access token ${secret}`),
      refused: (secret) => refusal(400, 100, `Invalid parameter ${secret}`),
      unknownCall: missing,
    },
  };
}

const ALLOWED = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_manage_engagement', 'business_management'];

const permission = (name: string, granted: readonly string[]): JsonObject => ({
  permission: name,
  status: granted.includes(name) ? 'granted' : 'declined',
});

/** User, Accounts: pages of a business portfolio only with business_management, and fields only as asked for. */
function accountsOf(pages: readonly JsonObject[], granted: readonly string[], { query }: SeenRequest, most: number): Reply {
  const listed = pages.filter(({ portfolio }) => !portfolio || granted.includes('business_management'));
  const from = Number(query.get('after') ?? 0);
  const to = from + Math.min(Number(query.get('limit') ?? 25), most);
  const fields = query.get('fields')?.split(',') ?? ['id'];
  const data = listed.slice(from, to).map((page) => Object.fromEntries(Object.entries(page).filter(([name]) => fields.includes(name))));
  const next = to < listed.length && { next: 'https://graph.facebook.com/next' };
  return ok({ data, paging: { cursors: { before: String(from), after: String(to) }, ...next } });
}

type Photos = Map<string, SeenPicture>;
type Videos = Map<string, { size: number; parts: SeenParts; captions: string[] }>;

/** developers.facebook.com, Page Videos: the phases start, transfer and finish. Facebook names the next stretch each time. */
function workOnVideo(videos: Videos, posts: JsonObject[], { body, files: [file] }: SeenRequest): Reply {
  const form = body as JsonObject;
  const stretch = (video: { size: number; parts: SeenParts }) => ({
    start_offset: String(video.parts.byteSize),
    end_offset: String(Math.min(video.size, video.parts.byteSize + 4 * 1_048_576)),
  });
  if (form.upload_phase === 'start') {
    const id = String(800 + videos.size);
    const video = { size: Number(form.file_size), parts: new SeenParts(), captions: [] as string[] };
    videos.set(id, video);
    return ok({ upload_session_id: `s${id}`, video_id: id, ...stretch(video) });
  }
  const id = String(form.upload_session_id).slice(1);
  const video = videos.get(id);
  if (!video) return refusal(400, 100, 'Invalid upload session');
  if (form.upload_phase === 'transfer') {
    if (file?.name !== 'video_file_chunk') return refusal(400, 100, 'Missing file');
    // With the stretch that it wants, and `is_transient: false` (github.com/restfb/restfb issue 737).
    if (Number(form.start_offset) !== video.parts.byteSize)
      return refusal(400, 6001, 'There was a problem uploading your video. Please try again.', {
        error_subcode: 1_363_037,
        is_transient: false,
        error_data: stretch(video),
      });
    video.parts.add(file.bytes);
    return ok(stretch(video));
  }
  if (video.parts.byteSize !== video.size) return refusal(400, 100, 'The video is incomplete');
  const postId = `55_${100 + posts.length}`;
  posts.push({ message: form.description ?? '', id: postId, video: id, permalink_url: `https://www.facebook.com/${postId}` });
  return ok({ success: true });
}

/** Video: it has likes, comments and views, but not the shares of a post. */
function videoNode(film: JsonObject, videoStatus: string, { query }: SeenRequest): Reply {
  const absent = /\b(shares|reactions)\b/.exec(query.get('fields') ?? '')?.[1];
  if (absent) return refusal(400, 100, `(#100) Tried accessing nonexisting field (${absent}) on node type (Video)`);
  const counted = (count: number) => ({ data: [], summary: { total_count: count } });
  const status = query.get('fields')?.includes('status') && { status: { video_status: videoStatus } };
  return ok({ id: film.video ?? null, description: film.message ?? null, ...status, likes: counted(3), comments: counted(2), views: 41 });
}

/** Video, Captions: the file's name ends with the locale; reading lists those that are there. */
function captionsOf(videos: Videos, id: string, { method, body, files: [file] }: SeenRequest): Reply {
  const video = videos.get(id);
  if (method === 'GET') return ok({ data: (video?.captions ?? []).map((locale) => ({ locale })) });
  const { default_locale: locale } = body as JsonObject;
  const isNamed = file?.name === 'captions_file' && file.fileName.endsWith(`.${locale}.srt`) && /^[a-z]{2}_[A-Z]{2}$/.test(String(locale));
  if (!video || !isNamed) return refusal(400, 386, 'Invalid captions file name');
  video.captions.push(String(locale));
  return ok({ success: true });
}

/** Object Comments: made by the page, and listed. */
function commentsUnder(comments: SeenComment[], under: string, { method, body }: SeenRequest): Reply {
  if (method === 'POST') comments.push({ text: String((body as JsonObject).message), under });
  if (method === 'POST') return ok({ id: `${under}_${comments.length}` });
  const shown = comments.map((each, index) => ({
    id: `${each.under}_${index + 1}`,
    message: each.text,
    from: { id: '55' },
    under: each.under,
  }));
  return ok({ data: shown.filter((each) => each.under === under) });
}

function upload(photos: Photos, { files: [file], body }: SeenRequest): Reply {
  const { published, alt_text_custom: altText } = body as JsonObject;
  if (file?.name !== 'source' || published !== 'false') return refusal(400, 324, 'Missing or invalid image file');
  const id = String(700 + photos.size);
  photos.set(id, { sha256: file.sha256, altText: String(altText ?? '') });
  return ok({ id });
}

function post(posts: JsonObject[], photos: Photos, { body }: SeenRequest): Reply {
  const attached = ((body as JsonObject).attached_media ?? []) as { media_fbid: string }[];
  if (attached.some(({ media_fbid: id }) => !photos.has(id))) return refusal(400, 100, 'Invalid parameter');
  const last = String(posts.at(-1)?.id ?? '55_99').split('_')[1];
  const id = `55_${Number(last) + 1}`;
  const { link } = body as JsonObject;
  // Graph API, Page Post, attachments: the address of the card, not through Facebook's own redirect.
  const card: JsonObject = link === undefined ? {} : { attachments: { data: [{ unshimmed_url: link }] } };
  posts.push({ ...(body as JsonObject), ...card, id, permalink_url: `https://www.facebook.com/${id}` });
  return ok({ id });
}

/** A missing object is answered as one that may not be read. */
function remove(posts: JsonObject[], path: string): Reply {
  const at = posts.findIndex(({ id }) => path === `/${id}`);
  if (at < 0) return missing();
  posts.splice(at, 1);
  return ok({ success: true });
}

function exchange({ body }: SeenRequest): Reply {
  const form = body as JsonObject;
  if (form.client_secret !== FACEBOOK_CLIENT.secret) return refusal(400, 1, 'Error validating client secret.');
  if (form.grant_type === 'fb_exchange_token' && form.fb_exchange_token === 'short-lived') return ok({ access_token: 'long-lived' });
  if (form.code === 'code-1') return ok({ access_token: 'short-lived' });
  return refusal(400, 100, 'This authorization code has been used.');
}

const ok = (body: JsonObject): Reply => ({ status: 200, body });

/** Of an object that is not there, or that the token may not read or delete. */
const missing = (): Reply => ({
  status: 400,
  body: {
    error: {
      message:
        'Unsupported request. Object with that ID does not exist, cannot be loaded due to missing permissions, or does not support this operation.',
      ...{ type: 'GraphMethodException', code: 100, error_subcode: 33, fbtrace_id: 'A1' },
    },
  },
});

const refusal = (status: number, code: number, message: string, more: JsonObject = {}): Reply => ({
  status,
  body: { error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'A1' } },
});
