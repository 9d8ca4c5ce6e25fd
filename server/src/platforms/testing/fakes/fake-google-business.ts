import { createHash } from 'node:crypto';
import type { JsonObject } from '../../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const GOOGLE_TOKEN = 'ya29.access-token-1-secret';
export const GOOGLE_CLIENT = { id: 'google-client', secret: 'google-client-secret' };

const LOCATIONS: Record<string, JsonObject[]> = {
  'accounts/1': [
    { name: 'locations/11', title: 'Harbour Café', metadata: { canOperateLocalPost: true } },
    { name: 'locations/12', title: 'Harbour Shop', metadata: { canOperateLocalPost: true } },
  ],
  'accounts/2': [
    { name: 'locations/21', title: 'Harbour Shop', metadata: { canOperateLocalPost: true } },
    { name: 'locations/22', title: 'Unverified', metadata: { canOperateLocalPost: false } },
  ],
};

/**
 * developers.google.com/my-business: accounts.list, accounts.locations.list and locations.get, localPosts.create, list,
 * get, patch and delete; developers.google.com/identity: the token endpoint. Accounts and locations have one item a page.
 */
export function createFakeGoogleBusiness(): FakeServerSpec & {
  posts: JsonObject[];
  nextState: string;
  isLocationLost: boolean;
  picturesOf(post: JsonObject | undefined): SeenPicture[];
} {
  const posts: JsonObject[] = [];
  return {
    posts,
    /** Of the next post, or of the next one with other words. */
    nextState: 'LIVE',
    /** The person no longer manages the location: for Google, none of it exists. */
    isLocationLost: false,
    picturesOf,
    isPublishing: ({ method, path }) => method === 'POST' && path.endsWith('/localPosts'),
    handle(request): Reply | undefined {
      const { path, method } = request;
      if (path === '/token') return grant(request);
      if (!request.headers.authorization?.startsWith('Bearer ya29.access-token-'))
        return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      if (path === '/v1/accounts')
        return page(
          request,
          'accounts',
          Object.keys(LOCATIONS).map((name) => ({ name })),
          1,
        );
      const [, owner = ''] = /^\/v1\/(accounts\/\d+)\/locations$/.exec(path) ?? [];
      if (owner && request.query.get('readMask')) return page(request, 'locations', LOCATIONS[owner] ?? [], 1);
      const location = Object.values(LOCATIONS)
        .flat()
        .find(({ name }) => path === `/v1/${name}`);
      if (location) return { status: 200, body: location };
      if (this.isLocationLost) return undefined;
      const [, parent] = /^\/v4\/(accounts\/1\/locations\/11)\/localPosts$/.exec(path) ?? [];
      if (parent && method === 'GET') return page(request, 'localPosts', posts, 10);
      const found = posts.find(({ name }) => path === `/v4/${name}`);
      if (found && method === 'PATCH') return patch(found, this.nextState, request);
      if (found && method === 'DELETE') posts.splice(posts.indexOf(found), 1);
      if (found) return { status: 200, body: method === 'DELETE' ? {} : found };
      return parent ? create(posts, parent, this.nextState, request) : undefined;
    },
    refusals: {
      limited: () => refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric ‘Requests’.'),
      revoked: (secret) => refusal(401, 'UNAUTHENTICATED', `Request had invalid authentication credentials: ${secret}`),
      refused: (secret) => refusal(400, 'INVALID_ARGUMENT', `Request contains an invalid argument: ${secret}`),
      unknownCall: () => refusal(404, 'NOT_FOUND', 'Requested entity was not found.'),
    },
  };
}

export function refusal(code: number, status: string, message: string, details: JsonObject[] = []): Reply {
  return { status: code, body: { error: { code, status, message, details } } };
}

function page({ query }: SeenRequest, name: string, items: readonly JsonObject[], size: number): Reply {
  const at = Number(query.get('pageToken') ?? 0);
  const next: JsonObject = at + size < items.length ? { nextPageToken: String(at + size) } : {};
  return { status: 200, body: { [name]: items.slice(at, at + size), ...next } };
}

const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'];

function create(posts: JsonObject[], parent: string, state: string, { body }: SeenRequest): Reply {
  const { summary, topicType, callToAction } = body as JsonObject;
  const { actionType, url } = (callToAction ?? {}) as JsonObject;
  const isButton = callToAction === undefined || (ACTIONS.includes(String(actionType)) && (actionType === 'CALL') === (url === undefined));
  if (topicType !== 'STANDARD' || typeof summary !== 'string' || summary.length > 1_500 || !isButton)
    return refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  const id = crypto.randomUUID();
  const post = {
    ...(body as JsonObject),
    ...{
      name: `${parent}/localPosts/${id}`,
      state,
      createTime: new Date().toISOString(),
      searchUrl: `https://local.google.com/place?id=${id}`,
    },
  };
  posts.push(post);
  return { status: 200, body: post };
}

/** Sets the fields that the mask names, and no other. */
function patch(post: JsonObject, state: string, { query, body }: SeenRequest): Reply {
  const fields = query.get('updateMask')?.split(',') ?? [];
  const { summary } = body as JsonObject;
  if (fields.length === 0 || typeof summary !== 'string' || summary.length > 1_500)
    return refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  for (const field of fields) post[field] = (body as JsonObject)[field] ?? null;
  post.state = state;
  return { status: 200, body: post };
}

function picturesOf(post: JsonObject | undefined): SeenPicture[] {
  const media = (post?.media ?? []) as { sourceUrl: string }[];
  return media.map(({ sourceUrl }) => {
    const bytes = Buffer.from(sourceUrl.slice(sourceUrl.indexOf(',') + 1), 'base64');
    return { sha256: createHash('sha256').update(bytes).digest('hex'), altText: '' };
  });
}

function grant({ body }: SeenRequest): Reply {
  const form = body as JsonObject;
  if (form.client_secret !== GOOGLE_CLIENT.secret)
    return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } };
  const isCode = form.grant_type === 'authorization_code' && form.code === 'code-1' && String(form.code_verifier).length >= 43;
  const isRefresh = form.grant_type === 'refresh_token' && form.refresh_token === '1//refresh-token';
  if (!(isCode || isRefresh))
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
  const tokens = { access_token: `ya29.access-token-${isCode ? 2 : 3}-secret`, ...(isCode && { refresh_token: '1//refresh-token' }) };
  return {
    status: 200,
    body: { token_type: 'Bearer', expires_in: 3_599, scope: 'https://www.googleapis.com/auth/business.manage', ...tokens },
  };
}
