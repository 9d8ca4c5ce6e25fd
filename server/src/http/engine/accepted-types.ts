import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

type Request = Pick<FastifyRequest, 'headers'>;

const STREAM = 'text/event-stream';
/** Types that a client can read a whole answer of GraphQL in. */
const JSON_TYPES = ['application/json', 'application/graphql-response+json'];

/** How the client takes a stream (RFC 9110, 12.5.1): 'only', 'too' beside JSON, or not, unless it names one. */
export function takesStream({ headers }: Request): 'only' | 'too' | 'no' {
  const negotiator = new Negotiator({ headers });
  // Only a type that is named: `*/*` comes with every request of fetch.
  if (!negotiator.mediaTypes().includes(STREAM)) return 'no';
  return negotiator.mediaTypes(JSON_TYPES).length > 0 ? 'too' : 'only';
}

/** Whether the client would rather have a page than JSON; what takes anything does. */
export function prefersPage({ headers }: Request): boolean {
  return new Negotiator({ headers }).mediaType(['text/html', 'application/json', 'application/problem+json']) === 'text/html';
}
