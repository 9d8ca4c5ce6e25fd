import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DomainError } from '../../errors.ts';
import { earlyHeaders } from './content-security.ts';
import type { HttpServer } from './http-server.ts';
import { PROBLEM_TYPE, toProblem } from './problem-details.ts';
import { isLingering } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that the path has, if the route itself refuses others. */
    allow?: string[];
  }
}

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

/** A refusal by Node's server: what is wrong, and what to do about it. */
interface EarlyRefusal {
  status: number;
  message: string;
  remedy: string;
}

const NOT_HTTP: EarlyRefusal = {
  status: 400,
  message: 'This is not a valid HTTP/1.1 request.',
  remedy: 'Send a request line, headers and a body according to RFC 9112, or use an HTTP library.',
};
const EARLY: Record<string, EarlyRefusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time.',
    remedy: 'Send the complete request again without pauses.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: `The request line and the headers are larger than ${maxHeaderSize / 1_024} KiB.`,
    remedy: 'Send fewer or shorter headers, and long values in the body.',
  },
};
const NO_PROXY: EarlyRefusal = {
  status: 501,
  message: 'CONNECT is not supported: this server is not a proxy.',
  remedy: 'Send the request directly; do not configure this server as your client’s proxy.',
};
const NO_EXPECTATION: EarlyRefusal = {
  status: 417,
  message: 'The expectation in the Expect header is not supported.',
  remedy: 'Send the request again without the Expect header, or with "Expect: 100-continue".',
};

/** The headers and the body of an early refusal, with the same problem details as all others. */
function earlyRefusal({ status, message, remedy }: EarlyRefusal, publicUrl: string): { headers: Record<string, string>; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify({ ...toProblem(new DomainError('bad_user_input', { message, remedy }), publicUrl, requestId), status });
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...earlyHeaders(publicUrl),
    connection: 'close',
  };
  return { headers, body };
}

/** How long the client may take to read a refusal and to close its connection. */
const LINGER_MS = 2_000;

function endSocket(socket: Duplex, refusal: EarlyRefusal, publicUrl: string): void {
  const { headers, body } = earlyRefusal(refusal, publicUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...head, '', body].join('\r\n'));
  // Otherwise a client that continues to send would keep its connection.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Responds to what Node's parser rejects before there is a request. */
export function createClientErrorHandler(publicUrl: string): (error: Error & { code?: string }, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    // It has had its response.
    if (isLingering(socket)) return void socket.destroy();
    endSocket(socket, EARLY[code] ?? NOT_HTTP, publicUrl);
  };
}

/**
 * Responds to what Node itself would refuse without a body: an expectation other than 100-continue, CONNECT, and
 * HTTP/1.1 without `Host` (for which the server is created with `requireHostHeader: false`).
 */
export function answerForNode(app: HttpServer, publicUrl: string): void {
  app.server.on('checkExpectation', (_request, response) => {
    const { headers, body } = earlyRefusal(NO_EXPECTATION, publicUrl);
    response.writeHead(NO_EXPECTATION.status, headers).end(body);
  });
  app.server.on('connect', (_request, socket) => endSocket(socket, NO_PROXY, publicUrl));
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (headers.host !== undefined || raw.httpVersion !== '1.1') return;
    reply.header('connection', 'close');
    throw new DomainError('bad_user_input', {
      message: 'The request has no Host header, which HTTP/1.1 requires.',
      remedy: 'Send the request again with the server’s name in the Host header.',
    });
  });
}

/**
 * Records the methods of every path, since Fastify answers 404 when a path exists under another method. Call it
 * before the first route; the result is for the not-found handler.
 */
export function rememberMethods(app: HttpServer): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    // The console's catch-all would claim every path.
    if (url.endsWith('*')) return;
    routes.push({ pattern: toPattern(url), methods: config?.allow ?? [method].flat() });
  });
  return (path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)];
  };
}

function toPattern(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
