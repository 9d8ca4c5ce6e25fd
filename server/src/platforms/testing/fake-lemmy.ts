import type { Json, JsonObject } from '../platform.ts';
import type { SeenComment } from './comments-contract.ts';
import { type FakeServerSpec, picturesIn, type Reply, type SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const LEMMY_PASSWORD = 'lemmy-password-4711';
export const LEMMY_SESSION = 'eyJ.lemmy-session-4711.sig';

interface Post {
  id: number;
  name: string;
  body: string;
  url: string | null;
  altText: string;
  communityId: number;
  at: string;
  isDeleted?: boolean;
  /** By a moderator. */
  isRemoved?: boolean;
}

interface State {
  version: '0.19.12' | '1.0.0';
  /** The second factor of the account; null if it has none. */
  code: string | null;
  hasSession: boolean;
  /** Since the account signed in; a session of 1.0 that does not stay ends then. */
  isWeekLater: boolean;
  staysSignedIn: boolean;
  /** How many pictures the server takes now (`rate_limit.image()`: six an hour where it says nothing else). */
  picturesLeft: number;
  /** Posts are for members only. */
  isPrivate: boolean;
  /** The database fails after the post or comment is inserted, at this. */
  failsAfterwards: string | null;
  /** The community has banned the account. */
  isBanned: boolean;
  /** Its settings, for instance not to see bots, hide from the account what it posts (version 3). */
  hidesOwn: boolean;
  address: string;
  posts: Post[];
  comments: SeenComment[];
  /** Hashes by file name. */
  files: Map<string, string>;
}

const PERSON = { id: 109, name: 'harbour', actor_id: 'https://lemmy.example/u/harbour' };
const COMMUNITIES: Record<string, JsonObject> = {
  tides: { id: 5, name: 'tides', title: 'Tides', posting_restricted_to_mods: false },
  notices: { id: 6, name: 'notices', title: 'Notices', posting_restricted_to_mods: true },
};

/** LemmyNet/lemmy: src/api_routes_v3.rs of 0.19, crates/api/routes of 1.0, and pict-rs. Every post is a new one. */
export function createFakeLemmy(version: State['version']) {
  const state: State = {
    ...{ version, code: null, hasSession: true, isWeekLater: false, staysSignedIn: false, picturesLeft: Number.POSITIVE_INFINITY },
    ...{
      isPrivate: false,
      isBanned: false,
      hidesOwn: false,
      failsAfterwards: null,
      address: '',
      posts: [],
      comments: [],
      files: new Map(),
    },
  };
  const isNew = version === '1.0.0';
  const root = isNew ? '/api/v4' : '/api/v3';
  const spec: FakeServerSpec & {
    state: State;
    picturesOf(post: Post | undefined): SeenPicture[];
    isUploading(request: SeenRequest): boolean;
  } = {
    state,
    isUploading: ({ path }) => path === (isNew ? '/api/v4/image' : '/pictrs/image'),
    picturesOf(post) {
      const own = post?.url?.includes('/pictrs/image/') ? [{ url: post.url, altText: post.altText }] : [];
      const below = picturesIn(post?.body ?? '');
      return [...own, ...below].map(({ url, altText }) => ({ sha256: state.files.get(url.split('/').at(-1) ?? '') ?? '', altText }));
    },
    isPublishing: ({ method, path }) => method === 'POST' && path === `${root}/post`,
    handle(request) {
      const { path } = request;
      const hasEnded = !state.hasSession || (isNew && state.isWeekLater && !state.staysSignedIn);
      const isSignedIn = !hasEnded && request.headers.authorization === `Bearer ${LEMMY_SESSION}`;
      const person = { local_user_view: { person: PERSON } };
      if (path === `${root}/site`) return ok({ version, ...(!isNew && isSignedIn && { my_user: person }) });
      if (path === (isNew ? '/api/v4/account/auth/login' : '/api/v3/user/login')) return signIn(state, request);
      if (!path.startsWith(root) && !this.isUploading(request)) return undefined;
      if (path === `${root}/post` && request.method === 'GET') return read(state, request, isSignedIn);
      if (!isSignedIn) return refusal(401, 'not_logged_in');
      if (isNew && path === '/api/v4/account') return ok(person);
      if (path === (isNew ? '/api/v4/account/auth/logout' : '/api/v3/user/logout') && request.method === 'POST') {
        state.hasSession = false;
        return ok({ success: true });
      }
      if (path === `${root}/community`) return readCommunity(request);
      if (path === `${root}/comment` || path === `${root}/comment/list`) return commentsUnder(state, request, isNew);
      if (this.isUploading(request)) return upload(state, request, isNew);
      if (this.isPublishing(request)) return post(state, request);
      if (path === `${root}/post` && request.method === 'PUT') return edit(state, request);
      const [method, removal] = isNew ? ['DELETE', '/api/v4/post'] : ['POST', '/api/v3/post/delete'];
      if (path === removal && request.method === method) return remove(state, request);
      if (path === '/api/v3/modlog' && !isNew) return modlog(state, request);
      if (path === (isNew ? '/api/v4/person/content' : '/api/v3/user')) return list(state, request, isNew);
      return undefined;
    },
    refusals: {
      limited: () => refusal(isNew ? 429 : 400, 'rate_limit_error'),
      revoked: (secret) => refusal(400, 'not_logged_in', secret),
      refused: (secret) => refusal(400, 'invalid_post_title', secret),
      unknownCall: () => refusal(404, 'not_found'),
    },
  };
  return spec;
}

function signIn(state: State, { body }: SeenRequest): Reply {
  const { code } = state;
  const { username_or_email: name, password, totp_2fa_token: given, stay_logged_in: stays = false } = body as JsonObject;
  if (name !== 'harbour' || password !== LEMMY_PASSWORD) return refusal(401, 'incorrect_login');
  if (code !== null && given === undefined) return refusal(400, 'missing_totp_token');
  if (code !== null && given !== code) return refusal(400, 'incorrect_totp_token');
  state.staysSignedIn = stays === true;
  return ok({ jwt: LEMMY_SESSION, registration_created: false, verify_email_sent: false });
}

function readCommunity({ query }: SeenRequest): Reply {
  const community = COMMUNITIES[query.get('name') ?? ''];
  return community ? ok({ community_view: { community }, moderators: [{ moderator: { id: 1 } }] }) : refusal(404, 'not_found');
}

/** pict-rs words what it does not take in its own way, which 0.19 passes on. */
function upload(state: State, { files: [file] }: SeenRequest, isNew: boolean): Reply {
  const { files, address } = state;
  if (state.picturesLeft === 0) return refusal(isNew ? 429 : 400, 'rate_limit_error');
  state.picturesLeft -= 1;
  if (file?.name !== 'images[]') return refusal(400, 'invalid_image_upload');
  const name = `${files.size + 1}.jpeg`;
  files.set(name, file.sha256);
  return isNew
    ? ok({ image_url: `${address}/pictrs/image/${name}`, filename: name })
    : ok({ msg: 'ok', files: [{ file: name, delete_token: 't' }] });
}

function post(state: State, { body }: SeenRequest): Reply {
  const { posts, version, isBanned } = state;
  const { name, body: text, url = null, alt_text: altText = '', community_id: communityId } = body as JsonObject;
  if (!Object.values(COMMUNITIES).some(({ id }) => id === communityId)) return refusal(404, 'couldnt_find_community');
  if (isBanned) return banned(state);
  const made = {
    id: posts.length + 1,
    name: String(name),
    body: String(text),
    url: url as string | null,
    altText: String(altText),
    communityId: Number(communityId),
    at: new Date().toISOString(),
  };
  posts.push(made);
  if (state.failsAfterwards) return refusal(400, state.failsAfterwards);
  return ok({ post_view: { post: present(made, version) } });
}

const banned = ({ version }: State): Reply =>
  version === '1.0.0' ? refusal(400, 'person_is_banned_from_community') : refusal(400, 'banned_from_community');

const missing = ({ version }: State): Reply => (version === '1.0.0' ? refusal(404, 'not_found') : refusal(400, 'couldnt_find_post'));

/** crates/api_crud/src/post/update.rs: what is not named stays, an empty address is taken away; a deleted post stays deleted. */
function edit(state: State, { body }: SeenRequest): Reply {
  const { post_id: id, name, body: text, url } = body as JsonObject;
  const found = state.posts.find((each) => each.id === id);
  if (!found) return missing(state);
  if (state.isBanned) return banned(state);
  Object.assign(found, { name, body: text, ...(url !== undefined && { url: url || null }) });
  return ok({ post_view: { post: present(found, state.version) } });
}

/** crates/api_crud/src/post/delete.rs: refused where it is deleted already. */
function remove(state: State, { body }: SeenRequest): Reply {
  const { post_id: id, deleted } = body as JsonObject;
  const found = state.posts.find((each) => each.id === id);
  if (!found) return missing(state);
  if (Boolean(found.isDeleted) === deleted) return refusal(400, state.version === '1.0.0' ? 'couldnt_update' : 'couldnt_update_post');
  if (state.isBanned) return banned(state);
  found.isDeleted = deleted === true;
  return ok({ post_view: { post: present(found, state.version) } });
}

/** PostView::read: others do not see a deleted post; version 4 shows it without its text where it has comments. */
function read(state: State, { query }: SeenRequest, isSignedIn: boolean): Reply {
  const { posts, version, isPrivate } = state;
  const found = posts.find(({ id }) => String(id) === query.get('id'));
  if (isPrivate && !isSignedIn) return refusal(400, 'instance_is_private');
  if (!found || (found.isDeleted && !isSignedIn && version !== '1.0.0')) return missing(state);
  return ok({ post_view: { post: present(found, version) } });
}

/** POST /comment, and GET /comment/list of a post. */
function commentsUnder({ comments, failsAfterwards, hidesOwn }: State, { method, body, query }: SeenRequest, isNew: boolean): Reply {
  const viewOf = ({ text, under }: SeenComment, index: number) => ({
    comment: {
      id: index + 1,
      content: text,
      post_id: Number(under),
      creator_id: PERSON.id,
      ap_id: `https://lemmy.example/comment/${index + 1}`,
    },
  });
  if (method === 'POST') {
    const { content, post_id: postId } = body as JsonObject;
    comments.push({ text: isNew ? withoutTracking(String(content)) : String(content), under: String(postId) });
    if (failsAfterwards) return refusal(400, failsAfterwards);
    return ok({ comment_view: viewOf(comments.at(-1) as SeenComment, comments.length - 1) });
  }
  // The community is on another server: without a type of list, that of the account or the site applies, which is local.
  const isListed = query.get('type_') === (isNew ? 'all' : 'All');
  const views = (hidesOwn && !isNew ? [] : comments.map(viewOf)).filter(
    ({ comment }) => isListed && String(comment.post_id) === query.get('post_id'),
  );
  return ok(isNew ? { items: views } : { comments: views });
}

/** crates/utils, markdown: since 1.0 what tracks is taken out of every link (LemmyNet/lemmy pull request 5018). */
const withoutTracking = (text: string): string => text.replaceAll(/([?&])utm_\w+=[^\s&]*&?/g, '$1').replaceAll(/[?&](?=\s|$)/g, '');

/** crates/api, GET /modlog: what was removed of a person in a community. */
function modlog({ posts, version }: State, { query }: SeenRequest): Reply {
  const [type, person, community] = ['type_', 'other_person_id', 'community_id'].map((name) => query.get(name));
  const removed = posts.filter((each) => each.isRemoved && String(each.communityId) === community);
  const entries = removed.map((each) => ({ mod_remove_post: { removed: true }, post: present(each, version) }));
  return ok({ removed_posts: type === 'ModRemovePost' && person === String(PERSON.id) ? entries : [], removed_comments: [] });
}

/** crates/db_views: version 3 applies the reader's settings to the lists of a person, and leaves out what was removed. */
function list({ posts, version, hidesOwn }: State, { query }: SeenRequest, isNew: boolean): Reply {
  const limit = Number(query.get('limit'));
  const page = Number(query.get(isNew ? 'page_cursor' : 'page') ?? 1);
  const listed = isNew ? posts : posts.filter(({ isRemoved }) => !hidesOwn && !isRemoved);
  const shown = listed.toReversed().slice((page - 1) * limit, page * limit);
  const views: Json[] = shown.map((each) => ({ ...(isNew && { type_: 'post' }), post: present(each, version) }));
  return isNew ? ok({ items: views, next_page: String(page + 1) }) : ok({ posts: views, comments: [] });
}

function present(
  { id, name, body, url, altText, communityId, at, isDeleted = false, isRemoved = false }: Post,
  version: State['version'],
): JsonObject {
  const time: JsonObject = version === '1.0.0' ? { published_at: at } : { published: at };
  const shown = { id, name, body, url, alt_text: altText || null, deleted: isDeleted, removed: isRemoved };
  return { ...shown, community_id: communityId, creator_id: PERSON.id, ap_id: `https://lemmy.example/post/${id}`, ...time };
}

const ok = (body: JsonObject): Reply => ({ status: 200, body });
const refusal = (status: number, error: string, message = ''): Reply => ({ status, body: { error, ...(message && { message }) } });
