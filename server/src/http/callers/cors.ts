import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../engine/http-server.ts';

const PREFIX = '/api/v1/';
const REQUEST_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'last-event-id'];
const ANSWER_HEADERS = [
  'etag',
  'location',
  'link',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  'x-request-id',
  'www-authenticate',
];
const DAY_SECONDS = 86_400;

/** Has a key with it, or asks whether it may send one. */
function bringsKey({ method, headers }: FastifyRequest): boolean {
  const asked = headers['access-control-request-headers'] ?? '';
  return headers.authorization !== undefined || (method === 'OPTIONS' && /(^|,)\s*authorization\s*(,|$)/i.test(asked));
}

/**
 * Pages of any origin may call `/api/v1`: what opens it is a key that the page itself has to hold, never a cookie of ours, so
 * nothing comes in that its sender did not have. Without a key, and everywhere else, the service stays to its own origin.
 */
export function addCors(app: HttpServer): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, method, url } = request;
    if (!url.startsWith(PREFIX) || headers.origin === undefined || !bringsKey(request)) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', ANSWER_HEADERS.join(', '));
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
      .header('access-control-allow-headers', REQUEST_HEADERS.join(', '))
      .header('access-control-max-age', String(DAY_SECONDS))
      .send();
  });
}
