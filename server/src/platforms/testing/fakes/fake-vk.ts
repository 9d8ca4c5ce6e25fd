import type { JsonObject } from '../../platform.ts';
import type { SeenComment } from '../comments-contract.ts';
import type { FakeServerSpec, Reply, SeenPicture } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const VK_TOKEN = 'vk2.a.access-token-1-secret';
export const VK_CLIENT = { id: '5100', secret: 'vk-client-secret' };

interface WallPost {
  id: number;
  owner_id: number;
  date: number;
  text: string;
  attachments: JsonObject[];
  guid: string;
  pictures: SeenPicture[];
  /** SHA-256 of the bytes. */
  video: string | null;
}

/** The same `guid` again is the same comment. */
type VkComment = SeenComment & { guid: string };

const GROUPS = [
  { id: 77, name: 'Harbour Café', screen_name: 'harbour_cafe' },
  { id: 78, name: 'Boats', screen_name: 'boats' },
];

/**
 * dev.vk.com: wall.post (whose refusals have status 200), wall.get and getById, photos for walls, videos, groups and users;
 * id.vk.com: OAuth 2.1 with PKCE and a device id.
 */
export function createFakeVk(): FakeServerSpec & { posts: WallPost[]; comments: VkComment[] } {
  const posts: WallPost[] = [];
  const comments: VkComment[] = [];
  const photos = new Map<string, string>();
  const videos = new Map<string, string | null>();
  let refreshToken = 'vk-refresh-token-1';
  return {
    posts,
    comments,
    isPublishing: ({ path }) => path === '/method/wall.post',
    handle(request): Reply | undefined {
      const { path } = request;
      const form = (request.body ?? {}) as Record<string, string>;
      if (path === '/oauth2/auth') {
        const reply = grant(form, refreshToken);
        const { refresh_token: next } = reply.body as JsonObject;
        if (typeof next === 'string') refreshToken = next;
        return reply;
      }
      if (path === '/upload') return store(photos, request);
      if (path === '/video-upload') return storeVideo(videos, request);
      if (!form.access_token?.startsWith('vk2.a.access-token-')) return refusal(5, 'User authorization failed: invalid access_token (4).');
      if (form.v !== '5.199') return refusal(8, 'Invalid request: v (version) is required');
      const answer = METHODS[path.replace('/method/', '')]?.({ form, posts, comments, photos, videos, host: String(request.headers.host) });
      return answer && (isRefusal(answer) ? answer : { status: 200, body: { response: answer } });
    },
    refusals: {
      limited: () => refusal(6, 'Too many requests per second'),
      revoked: (secret) => refusal(5, `User authorization failed: invalid access_token (4). ${secret}`),
      refused: (secret) => refusal(100, `One of the parameters specified was missing or invalid: ${secret}`),
      unknownCall: () => refusal(3, 'Unknown method passed'),
    },
  };
}

export function refusal(code: number, message: string): Reply {
  return { status: 200, body: { error: { error_code: code, error_msg: message, request_params: [] } } };
}

const isRefusal = (answer: Reply | JsonObject | JsonObject[]): answer is Reply =>
  !Array.isArray(answer) && typeof answer.status === 'number';

interface Method {
  form: Record<string, string>;
  posts: WallPost[];
  comments: VkComment[];
  photos: Map<string, string>;
  videos: Map<string, string | null>;
  host: string;
}

const METHODS: Record<string, (method: Method) => Reply | JsonObject | JsonObject[]> = {
  'users.get': ({ form }) => [{ id: Number(form.user_ids || 42), first_name: 'Ada', last_name: 'Harbour' }],
  'groups.get': () => ({ count: GROUPS.length, items: GROUPS }),
  'groups.getById': ({ form }) => ({ groups: GROUPS.filter(({ id }) => String(id) === form.group_id), profiles: [] }),
  'photos.getWallUploadServer': ({ host }) => ({ upload_url: `http://${host}/upload`, album_id: -14, user_id: 42 }),
  'photos.saveWallPhoto': ({ form }) => [{ id: Number(form.photo), owner_id: form.group_id ? -Number(form.group_id) : 42 }],
  'video.save': ({ form, videos, host }) => {
    if (form.wallpost !== '0') return refusal(214, 'Access to adding post denied');
    const owner = form.group_id ? -Number(form.group_id) : 42;
    const id = 456_239_017 + videos.size;
    videos.set(`${owner}_${id}`, null);
    const made = { access_key: '494cb27d4cde22a64d', description: '', owner_id: owner, title: form.name ?? '', video_id: id };
    return { ...made, upload_url: `http://${host}/video-upload?vkOwnerId=${owner}&vkVideoId=${id}` };
  },
  'video.get': ({ form, videos }) => {
    const items = videos.get(form.videos ?? '') ? [{ id: Number(form.videos?.split('_')[1]), processing: 1 }] : [];
    return { count: items.length, items };
  },
  'wall.post': wallPost,
  'wall.createComment': ({ form, comments }) => {
    const { owner_id: owner = '', post_id: post = '', guid = '', message = '' } = form;
    const before = comments.findIndex((each) => each.guid === guid);
    if (before < 0) comments.push({ text: message, under: `${owner}_${post}`, guid });
    return { comment_id: 700 + (before < 0 ? comments.length - 1 : before), parents_stack: [] };
  },
  'wall.getComments': ({ form, comments }) => ({
    items: comments
      .map(({ text, under }, index) => ({ id: 700 + index, from_id: Number(form.owner_id), text, under }))
      .filter(({ under }) => under === `${form.owner_id}_${form.post_id}`),
  }),
  'wall.get': ({ form, posts }) => {
    const own = posts.filter(({ owner_id: owner }) => String(owner) === form.owner_id).toReversed();
    const pinned = { id: 1, owner_id: Number(form.owner_id), date: 1_000_000_000, text: 'Welcome', is_pinned: 1, attachments: [] };
    return {
      count: own.length + 1,
      items: [pinned, ...own.map(shown)].slice(Number(form.offset), Number(form.offset) + Number(form.count)),
    };
  },
  'wall.getById': ({ form, posts }) => ({ items: posts.filter((post) => `${post.owner_id}_${post.id}` === form.posts).map(shown) }),
};

const shown = ({ guid: _, pictures: __, video: ___, ...post }: WallPost): JsonObject => post;

/** The same `guid` again is the same post. */
function wallPost({ form, posts, photos, videos }: Method): Reply | JsonObject {
  const { message = '', guid = '', owner_id: owner = '', attachments = '', from_group: fromGroup } = form;
  if (owner.startsWith('-') && fromGroup !== '1') return refusal(15, 'Access denied');
  const before = posts.find((post) => post.guid === guid);
  if (before) return { post_id: before.id };
  const given = attachments.split(',').filter((each) => each !== '');
  const pictures = given.flatMap((each) => {
    const [, id] = /^photo-?\d+_(\d+)$/.exec(each) ?? [];
    return id ? [{ sha256: photos.get(id) ?? '', altText: '' }] : [];
  });
  if (given.length > 10 || pictures.some(({ sha256 }) => sha256 === ''))
    return refusal(100, 'One of the parameters specified was missing or invalid');
  const link = given.filter((each) => /^https?:/.test(each)).map((url) => ({ type: 'link', link: { url } }));
  // One that is not there is left out without a word.
  const video = given.flatMap((each) => (each.startsWith('video') ? (videos.get(each.slice('video'.length)) ?? []) : []))[0] ?? null;
  const film = video === null ? [] : [{ type: 'video', video: {} }];
  const id = 100 + posts.length;
  const photo = pictures.map(() => ({ type: 'photo', photo: {} }));
  posts.push({
    id,
    owner_id: Number(owner),
    date: Math.floor(Date.now() / 1_000),
    text: message,
    attachments: [...photo, ...film, ...link],
    guid,
    pictures,
    video,
  });
  return { post_id: id };
}

function store(photos: Map<string, string>, { files: [file] }: SeenRequest): Reply | undefined {
  if (file?.name !== 'photo') return undefined;
  const id = String(500 + photos.size);
  photos.set(id, file.sha256);
  return { status: 200, body: { server: 1, photo: id, hash: 'h' } };
}

/** dev.vk.com, Video upload to profile: `video_file` in a form, at the address of video.save. */
function storeVideo(videos: Map<string, string | null>, { files: [file], query }: SeenRequest): Reply | undefined {
  const [owner, id] = [query.get('vkOwnerId'), query.get('vkVideoId')];
  if (file?.name !== 'video_file' || !videos.has(`${owner}_${id}`)) return undefined;
  videos.set(`${owner}_${id}`, file.sha256);
  return { status: 200, body: { video_hash: 'd9e969f3020a227db9', size: file.byteSize, owner_id: Number(owner), video_id: Number(id) } };
}

/** Its refusals have status 200. */
function grant(form: Record<string, string>, refreshToken: string): Reply {
  if (form.client_id !== VK_CLIENT.id)
    return { status: 200, body: { error: 'invalid_client', error_description: 'client_id is incorrect' } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1' && (form.code_verifier?.length ?? 0) >= 43;
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === refreshToken;
  if (!(isCode || isRefresh) || form.device_id !== 'device-1')
    return { status: 200, body: { error: 'invalid_grant', error_description: 'Code is invalid or expired' } };
  const next = Number(refreshToken.split('-').at(-1)) + 1;
  const tokens = { access_token: `vk2.a.access-token-${next}-secret`, refresh_token: `vk-refresh-token-${next}` };
  return { status: 200, body: { token_type: 'Bearer', expires_in: 3_600, user_id: 42, scope: 'wall photos video groups', ...tokens } };
}
