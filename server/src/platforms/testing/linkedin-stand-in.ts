import type { JsonObject } from '../platform.ts';
import type { Reply, SeenRequest, StandInSpec } from './stand-in.ts';

export const LINKEDIN_TOKEN = 'linkedin-access-token-secret';
export const LINKEDIN_CLIENT = { id: 'linkedin-client', secret: 'linkedin-client-secret' };

/** learn.microsoft.com: Posts API (whose answer is an empty body with the id in a header), userinfo and the code flow. */
export function createLinkedinStandIn(): StandInSpec & { posts: JsonObject[] } {
  const posts: JsonObject[] = [];
  return {
    posts,
    isPublishing: ({ method, path }) => method === 'POST' && path === '/rest/posts',
    handle(request): Reply | undefined {
      if (request.path === '/oauth/v2/accessToken') return grant(request);
      if (request.headers.authorization !== `Bearer ${LINKEDIN_TOKEN}`) {
        return { status: 401, body: { status: 401, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' } };
      }
      if (request.path === '/v2/userinfo') return { status: 200, body: { sub: 'abc123', name: 'Harbour Master' } };
      return request.path === '/rest/posts' ? post(posts, request) : undefined;
    },
    refusals: {
      limited: () => ({ status: 429, body: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Resource level throttle limit reached' } }),
      revoked: (secret) => ({
        status: 401,
        body: { status: 401, code: 'REVOKED_ACCESS_TOKEN', message: `The token ${secret} was revoked` },
      }),
      refused: (secret) => ({
        status: 422,
        body: { status: 422, code: 'UNPROCESSABLE_ENTITY', message: `commentary is invalid ${secret}` },
      }),
      unknownCall: () => ({ status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'No virtual resource found' } }),
    },
  };
}

function post(posts: JsonObject[], { body, headers }: SeenRequest): Reply {
  if (!/^\d{6}$/.test(String(headers['linkedin-version'])) || headers['x-restli-protocol-version'] !== '2.0.0') {
    return { status: 426, body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version is not active' } };
  }
  posts.push(body as JsonObject);
  return { status: 201, headers: { 'x-restli-id': `urn:li:share:${7_000 + posts.length}` } };
}

function grant({ body }: SeenRequest): Reply {
  const { code, client_secret: secret, grant_type: type } = body as JsonObject;
  if (type !== 'authorization_code' || code !== 'code-1' || secret !== LINKEDIN_CLIENT.secret) {
    return {
      status: 400,
      body: { error: 'invalid_request', error_description: 'Unable to retrieve access token: authorization code not found' },
    };
  }
  return { status: 200, body: { access_token: LINKEDIN_TOKEN, expires_in: 5_184_000, scope: 'openid,profile,w_member_social' } };
}

/** The text of little text format, as a reader sees it. */
export function readLittleText(commentary: unknown): string {
  return String(commentary)
    .replaceAll(/\{hashtag\|\\#\|((?:\\.|[^\\}])*)\}/g, '#$1')
    .replaceAll(/\\(.)/g, '$1');
}
