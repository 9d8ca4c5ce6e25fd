import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

type Request = Pick<FastifyRequest, 'headers'>;

const STREAM = 'text/event-stream';
/** Types in which a client can read a complete GraphQL response. */
const JSON_TYPES = ['application/json', 'application/graphql-response+json'];

/**
 * Whether the client accepts a stream (RFC 9110, 12.5.1): 'only', 'too' (JSON as well), or 'no' unless it names the
 * type.
 */
export function takesStream({ headers }: Request): 'only' | 'too' | 'no' {
  const negotiator = new Negotiator({ headers });
  // Only an explicit type counts: `*/*` comes with every request of fetch.
  if (!negotiator.mediaTypes().includes(STREAM)) return 'no';
  return negotiator.mediaTypes(JSON_TYPES).length > 0 ? 'too' : 'only';
}

/** Whether the client prefers a page to JSON; true for clients that accept anything. */
export function prefersPage({ headers }: Request): boolean {
  return new Negotiator({ headers }).mediaType(['text/html', 'application/json', 'application/problem+json']) === 'text/html';
}
