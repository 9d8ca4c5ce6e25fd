import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import { ConnectError } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** The paths of one version of the API (crates/api/routes of github.com/LemmyNet/lemmy; 0.19 for version 3). */
export interface LemmyPaths {
  login: string;
  logout: string;
  me: string;
  community: string;
  post: string;
  /** The method and path that delete a post. */
  removal: readonly ['POST' | 'DELETE', string];
  comment: string;
  postsOf: string;
  /** What moderators did; null where that hides no posts of the account from itself. */
  modlog: string | null;
  image: string;
}

const PATHS: Record<string, LemmyPaths> = {
  v3: {
    login: '/api/v3/user/login',
    logout: '/api/v3/user/logout',
    me: '/api/v3/site',
    community: '/api/v3/community',
    post: '/api/v3/post',
    removal: ['POST', '/api/v3/post/delete'],
    comment: '/api/v3/comment',
    postsOf: '/api/v3/user',
    modlog: '/api/v3/modlog',
    image: '/pictrs/image',
  },
  v4: {
    login: '/api/v4/account/auth/login',
    logout: '/api/v4/account/auth/logout',
    me: '/api/v4/account',
    community: '/api/v4/community',
    post: '/api/v4/post',
    removal: ['DELETE', '/api/v4/post'],
    comment: '/api/v4/comment',
    postsOf: '/api/v4/person/content',
    modlog: null,
    image: '/api/v4/image',
  },
};

export const pathsOf = ({ api }: AccountValues): LemmyPaths => PATHS[api ?? ''] ?? (PATHS.v3 as LemmyPaths);

export const bearer = ({ jwt }: AccountValues) => ({ authorization: `Bearer ${jwt}` });

/** Version 4 where the server is Lemmy 1.0 or later. */
export async function readApiVersion(api: Api, server: string): Promise<'v3' | 'v4'> {
  const version = (await siteVersion(api, `${server}/api/v4/site`)) ?? (await siteVersion(api, `${server}/api/v3/site`, true));
  if (version === null || !/^\d+\./.test(version))
    throw new ConnectError(say`There is no ${'Lemmy'} at that address. Check how it is written.`);
  return Number.parseInt(version, 10) >= 1 ? 'v4' : 'v3';
}

async function siteVersion(api: Api, url: string, isLast = false): Promise<string | null> {
  try {
    return textAt((await api.ask({ url })).body, 'version');
  } catch (error) {
    if (!(error instanceof ApiFault) || isLast) throw error;
    return null;
  }
}

/** Version 3 answers without the person where the session has ended. */
export async function readPerson(account: AccountValues, api: Api): Promise<{ id: string; name: string }> {
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).me}`, headers: bearer(account) });
  const person = at(body, 'my_user', 'local_user_view', 'person') ?? at(body, 'local_user_view', 'person');
  if (!person) throw new ConnectError(say`Lemmy has ended the session. Connect the account again.`);
  return { id: requiredText('Lemmy', person, 'id'), name: requiredText('Lemmy', person, 'name') };
}

/** crates/utils/src/error.rs; versions differ in status, so the names count. */
const KINDS: Record<string, Refusal['kind']> = {
  not_logged_in: 'unauthorized',
  incorrect_login: 'unauthorized',
  site_ban: 'unauthorized',
  person_is_banned_from_site: 'unauthorized',
  banned_from_community: 'unauthorized',
  person_is_banned_from_community: 'unauthorized',
  only_mods_can_post_in_community: 'unauthorized',
  rate_limit_error: 'rate_limited',
  too_many_requests: 'rate_limited',
};

/**
 * Faults of the database, by which the post or comment may be there already: it is inserted first, and voted for, announced and
 * marked as read afterwards (crates/api_crud, create.rs of posts and comments). They too have status 400.
 */
const AFTER_THE_ACT = /^(?:unknown|couldnt_(?!find_).*)$/;

/** `{"error": "invalid_url", "message": "…"}`, the message often left out; of pict-rs, `{"msg": "…"}`. */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error');
  const ofPictures = status < 500 ? textAt(body, 'msg') : null;
  if (status >= 400 && code === null && ofPictures !== null) return { message: ofPictures };
  if (status < 400 || code === null) return null;
  const kind = KINDS[code] ?? (AFTER_THE_ACT.test(code) ? 'unknown' : undefined);
  return { message: [code, textAt(body, 'message')].filter(Boolean).join(': '), code, ...(kind && { kind }) };
}
