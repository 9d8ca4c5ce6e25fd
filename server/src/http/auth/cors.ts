import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../engine/http-server.ts';

/** The API for programs; the console's own endpoints (sign-in, sessions, files) are limited to its origin. */
const API_PATH =
  /^\/api\/(?:v1\/|(?:graphql|mcp|oauth\/rotate|generate-description|create-(?:post-draft|platform-payload|publish-job))(?:\?|$))/;
/** What a public client of OAuth sends itself, without a cookie; people decide on the console's pages. */
const PUBLIC_PATH = /^\/api\/(?:openapi\.json|oauth\/(?:register|token|revoke|introspect|device_authorization))(?:\?|$)/;
/** The headers of responses that a page of another origin may read. */
export const ANSWER_HEADERS: readonly string[] = [
  'etag',
  'location',
  'link',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  'preference-applied',
  'x-request-id',
  'www-authenticate',
];
const DAY_SECONDS = 86_400;

/** Whether the request carries a key, or is a preflight for one. */
function bringsKey({ method, headers }: FastifyRequest): boolean {
  const asked = headers['access-control-request-headers'] ?? '';
  return headers.authorization !== undefined || (method === 'OPTIONS' && /(^|,)\s*authorization\s*(,|$)/i.test(asked));
}

/**
 * Pages of any origin may call the API with a key that they hold themselves, and sign in for one as a public client. Cookies are never
 * accepted from another origin, so other requests without a key, and every other path, get no permission.
 */
export function addCors(app: HttpServer): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, method, url } = request;
    const isOpen = PUBLIC_PATH.test(url) || (API_PATH.test(url) && bringsKey(request));
    if (!isOpen || headers.origin === undefined) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', ANSWER_HEADERS.join(', '));
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    // Every header that is asked for: clients have their own, such as the hosts of MCP of each revision, and none opens anything.
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
      .header('access-control-allow-headers', String(headers['access-control-request-headers']))
      .header('access-control-max-age', String(DAY_SECONDS))
      .send();
  });
}
