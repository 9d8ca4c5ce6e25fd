import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DomainError } from '../../errors.ts';
import { earlyHeaders } from './content-security.ts';
import type { HttpServer } from './http-server.ts';
import { PROBLEM_TYPE, toProblem } from './problem-details.ts';

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

/** Responds to what Node's parser rejects before there is a request, with the same problem details, written by hand. */
export function createClientErrorHandler(publicUrl: string): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const [status, message] = statusOf(error.code);
    const requestId = randomUUID();
    const problem = { ...toProblem(new DomainError('bad_user_input', { message }), publicUrl, requestId), status };
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...Object.entries(earlyHeaders(publicUrl)).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const STATUS_TEXTS = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const;

function statusOf(code: string | undefined): [keyof typeof STATUS_TEXTS, string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers are too large.'];
  return [400, 'This is not a valid HTTP/1.1 request.'];
}

/**
 * Records the methods of every path, since Fastify answers 404 when a path exists under another method. Call it
 * before the first route; the result is for the not-found handler.
 */
export function rememberMethods(app: HttpServer): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // The console's catch-all would claim every path.
    if (!url.startsWith('/api/')) return;
    routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  return (path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  };
}

function toPattern(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
