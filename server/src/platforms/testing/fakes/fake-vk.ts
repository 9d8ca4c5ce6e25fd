import type { JsonObject } from '../../platform.ts';
import type { SeenComment } from '../comments-contract.ts';
import type { FakeServerSpec, Reply, SeenPicture } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const VK_TOKEN = 'vk1.a.access-token-of-a-person';
export const VK_COMMUNITY_TOKEN = 'vk1.a.access-token-of-a-community';
const VK_ID_TOKEN = 'vk2.a.access-token-of-vk-id';

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
type VkComment = SeenComment & { guid: string; isDeleted?: true };

const GROUPS = [
  { id: 77, name: 'Harbour Café', screen_name: 'harbour_cafe' },
  { id: 78, name: 'Boats', screen_name: 'boats' },
];

/**
 * dev.vk.com: wall.post (whose refusals have status 200), wall.edit and delete, wall.get and getById, photos for walls, videos, groups and users; and what
 * each kind of token may do, as measured in github.com/gitroomhq/postiz-app issue 1408 and VKCOM/vk-api-schema issue 242.
 */
export function createFakeVk(): FakeServerSpec & { posts: WallPost[]; comments: VkComment[]; scopes: string[]; isClosed: boolean } {
  const posts: WallPost[] = [];
  const comments: VkComment[] = [];
  const photos = new Map<string, string>();
  const videos = new Map<string, string | null>();
  return {
    posts,
    comments,
    /** What the person allowed. */
    scopes: [],
    /** The communities are closed, and the person is no longer a member. */
    isClosed: false,
    isPublishing: ({ path }) => path === '/method/wall.post',
    handle(request): Reply | undefined {
      const { path } = request;
      const form = (request.body ?? {}) as Record<string, string>;
      if (path === '/upload') return store(photos, request);
      if (path === '/video-upload') return storeVideo(videos, request);
      if (![VK_TOKEN, VK_COMMUNITY_TOKEN, VK_ID_TOKEN].includes(form.access_token ?? ''))
        return refusal(5, 'User authorization failed: invalid access_token (4).');
      if (form.v !== '5.199') return refusal(8, 'Invalid request: v (version) is required');
      const method = path.replace('/method/', '');
      if (form.access_token === VK_ID_TOKEN && method !== 'users.get' && method !== 'groups.getById')
        return refusal(1051, 'Method is not available for this profile type: method is unavailable with current profile type');
      if (form.access_token === VK_COMMUNITY_TOKEN) {
        if (!OF_COMMUNITIES.includes(method)) return refusal(27, 'Group authorization failed: method is unavailable with group auth.');
        if (method === 'users.get') return { status: 200, body: { response: [] } };
      }
      if (method === 'groups.getTokenPermissions')
        return { status: 200, body: { response: { mask: 0, permissions: this.scopes.map((name) => ({ name, setting: 1 })) } } };
      if (method === 'account.getAppPermissions')
        return { status: 200, body: { response: this.scopes.reduce((mask, name) => mask | (BITS[name] ?? 0), 0) } };
      const scope = method.split('.')[0] ?? '';
      if (SCOPES.includes(scope) && form.access_token === VK_TOKEN && !this.scopes.includes(scope))
        return refusal(15, 'Access denied: no access to call this method. It cannot be called with current scopes.');
      if (this.isClosed && scope === 'wall') return closedWall(path);
      const answer = METHODS[method]?.({ form, posts, comments, photos, videos, host: String(request.headers.host) });
      if (answer === undefined || isRefusal(answer)) return answer;
      return { status: 200, body: { response: answer } };
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

type Answer = Reply | JsonObject | JsonObject[] | number;

const isRefusal = (answer: Answer): answer is Reply =>
  typeof answer === 'object' && !Array.isArray(answer) && typeof answer.status === 'number';

/** The methods that take a community's token, and the rights of a person's. */
const OF_COMMUNITIES = ['users.get', 'groups.getById', 'groups.getTokenPermissions', 'wall.post', 'wall.createComment'];
const BITS: Record<string, number> = { photos: 4, video: 16, wall: 8192, groups: 262_144 };

/** The scopes that are named like the methods which need them; `users` needs none. */
const SCOPES = ['wall', 'photos', 'video', 'groups'];

interface Method {
  form: Record<string, string>;
  posts: WallPost[];
  comments: VkComment[];
  photos: Map<string, string>;
  videos: Map<string, string | null>;
  host: string;
}

/** Posts of a wall that may not be read are left out; the wall itself is refused. */
function closedWall(path: string): Reply {
  if (path === '/method/wall.getById') return { status: 200, body: { response: { items: [] } } };
  return path === '/method/wall.delete' ? refusal(210, "Access to wall's post denied") : refusal(15, 'Access denied');
}

const METHODS: Record<string, (method: Method) => Answer> = {
  'users.get': ({ form }) => [{ id: Number(form.user_ids || 42), first_name: 'Ada', last_name: 'Harbour' }],
  'groups.get': () => ({ count: GROUPS.length, items: GROUPS }),
  'groups.getById': ({ form }) => ({ groups: GROUPS.filter(({ id }) => String(id) === (form.group_id ?? '77')), profiles: [] }),
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
  'wall.edit': wallEdit,
  'wall.delete': ({ form, posts }) => {
    const index = posts.findIndex(({ owner_id: owner, id }) => String(owner) === form.owner_id && String(id) === form.post_id);
    // VK has a refusal for a post that is gone, and one for a wall that may not be changed.
    if (index < 0) return refusal(form.owner_id === '42' ? 210 : 104, "Access to wall's post denied");
    posts.splice(index, 1);
    return 1;
  },
  'wall.createComment': ({ form, comments }) => {
    const { owner_id: owner = '', post_id: post = '', guid = '', message = '' } = form;
    const before = comments.findIndex((each) => each.guid === guid);
    if (before < 0) comments.push({ text: message, under: `${owner}_${post}`, guid });
    return { comment_id: 700 + (before < 0 ? comments.length - 1 : before), parents_stack: [] };
  },
  'wall.getComments': ({ form, comments }) => {
    const own = comments
      .map((each, index) => ({ ...each, id: 700 + index }))
      .filter(({ under }) => under === `${form.owner_id}_${form.post_id}`)
      .toReversed();
    // Deleted ones count, and are left out of a page.
    const page = own.slice(0, Number(form.count)).filter(({ isDeleted }) => !isDeleted);
    const items = page.map(({ id, text }) => ({ id, from_id: Number(form.owner_id), text: preview(text, form.preview_length) }));
    return { count: own.length, items };
  },
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

/** 0 for the whole text. */
const preview = (text: string, length = '90'): string => (length === '0' ? text : text.slice(0, Number(length)));

const shown = ({ guid: _, pictures: __, video: ___, ...post }: WallPost): JsonObject => post;

/** The same `guid` again is the same post. */
function wallPost({ form, posts, photos, videos }: Method): Reply | JsonObject {
  const { message = '', guid = '', owner_id: owner = '', attachments = '', from_group: fromGroup } = form;
  if (owner.startsWith('-') && fromGroup !== '1') return refusal(15, 'Access denied');
  const before = posts.find((post) => post.guid === guid);
  if (before) return { post_id: before.id };
  const given = attachments.split(',').filter((each) => each !== '');
  const named = (kind: string) =>
    given.flatMap((each) => {
      const [, by, number] = new RegExp(`^${kind}(-?\\d+)_(\\d+)$`).exec(each) ?? [];
      return by && number ? [{ owner_id: Number(by), id: Number(number) }] : [];
    });
  const pictures = named('photo').map(({ id }) => ({ sha256: photos.get(String(id)) ?? '', altText: '' }));
  if (given.length > 10 || pictures.some(({ sha256 }) => sha256 === ''))
    return refusal(100, 'One of the parameters specified was missing or invalid');
  const link = given.filter((each) => /^https?:/.test(each)).map((url) => ({ type: 'link', link: { url } }));
  // One that is not there is left out without a word.
  const films = named('video').filter((each) => videos.get(`${each.owner_id}_${each.id}`));
  const video = films.map((each) => videos.get(`${each.owner_id}_${each.id}`))[0] ?? null;
  const film = films.map((each) => ({ type: 'video', video: { ...each, access_key: 'k1' } }));
  const id = Math.max(100, ...posts.map((each) => each.id + 1));
  const photo = named('photo').map((each) => ({ type: 'photo', photo: each }));
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

/** What is not named again is no longer attached. */
function wallEdit({ form, posts }: Method): Reply | JsonObject {
  const { owner_id: owner, post_id: id, message = '', attachments = '' } = form;
  const post = posts.find((each) => String(each.owner_id) === owner && String(each.id) === id);
  if (!post) return refusal(100, 'One of the parameters specified was missing or invalid: post_id is undefined');
  const named = attachments.split(',');
  const media = post.attachments.filter((each) => {
    const type = String(each.type);
    const { owner_id: by, id: number, access_key: key } = each[type] as JsonObject;
    return named.includes([`${type}${by}`, number, key].filter(Boolean).join('_'));
  });
  const link = named.filter((each) => /^https?:/.test(each)).map((url) => ({ type: 'link', link: { url } }));
  Object.assign(post, { text: message, attachments: [...media, ...link] });
  return { post_id: post.id };
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
