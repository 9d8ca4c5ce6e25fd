import type { Response as UndiciResponse } from 'undici';
import { say } from '../languages/sentence.ts';
import type { Destination } from './address-policy.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { findFault, OutboundFault } from './outbound-fault.ts';

/** A request with its bounds. */
export interface OutboundRequest {
  /** A `server` by default: https alone. */
  to?: Destination;
  /** GET by default. */
  method?: string;
  headers?: Record<string, string>;
  body?: ConstructorParameters<typeof Response>[0];
  /** A large body that is read while it is sent, instead of `body`. An error of reading it is thrown as it is. */
  stream?: { byteSize: number; read(): AsyncIterable<Uint8Array> };
  /** For everything: DNS, connection, redirects and the whole body. While a body is sent, it begins again with each part taken. */
  timeoutMs: number;
  /** Called whenever the other side has taken another part of the body. */
  onProgress?(): void;
  /** Aborts it earlier. */
  signal?: AbortSignal;
  /** Of the body, after decompression: limits decompression bombs. */
  mostBytes: number;
  /** Whether the beginning of something larger will do. */
  mayCut?: boolean;
  /** The most redirects that are followed, of a GET; 0 by default. */
  redirects?: number;
  /** Receives the head of the response before its body is read; its errors are rethrown. */
  judge?(head: AnswerHead): void;
  /** Receives the body in parts instead of the answer, which then has none; its errors are rethrown. */
  receive?(chunk: Uint8Array): Promise<void>;
}

export interface AnswerHead {
  status: number;
  headers: Headers;
  /** The final address, after redirects. */
  url: URL;
}

export interface Answer extends AnswerHead {
  bytes: Buffer;
}

const REDIRECTS = [301, 302, 303, 307, 308];
const SCHEMES = ['http:', 'https:'];
const PACKINGS = /^(?:|identity|gzip|x-gzip|deflate|br)$/i;

/** Headers kept on a cross-origin redirect: none that authenticates. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'user-agent'];

/** Errors of DNS, TCP connect and TLS: all before the first byte of a request. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Exactly one request for each hop: nothing is ever sent twice. */
export async function fetchBounded(url: string | URL, request: OutboundRequest, fetch: GuardedFetch): Promise<Answer> {
  const limit = limitSilence(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, limit.signal]) : limit.signal;
  const onProgress = () => {
    limit.progress();
    request.onProgress?.();
  };
  try {
    return await follow(url, { ...request, onProgress }, { fetch, signal });
  } finally {
    limit.stop();
  }
}

interface Sender {
  fetch: GuardedFetch;
  signal: AbortSignal;
}

async function follow(url: string | URL, request: OutboundRequest, { fetch, signal }: Sender): Promise<Answer> {
  const most = isGet(request) ? (request.redirects ?? 0) : 0;
  const first = readUrl(url);
  let target = first;
  for (let hop = 0; ; hop += 1) {
    const response = await send(target, request, target.origin === first.origin, { fetch, signal });
    const next = most > 0 ? redirectOf(response, target) : null;
    if (!next) return readAnswer(response, target, request, signal);
    await response.body?.cancel().catch(() => {});
    if (hop === most) throw new OutboundFault('lost', say`The address redirects without end.`);
    target = next;
  }
}

const isGet = ({ method = 'GET', body, stream }: OutboundRequest): boolean =>
  method === 'GET' && body === undefined && stream === undefined;

async function send(
  target: URL,
  { method = 'GET', headers = {}, body, stream, onProgress = () => {} }: OutboundRequest,
  isAtHome: boolean,
  { fetch, signal }: Sender,
): Promise<UndiciResponse> {
  const allowed = Object.entries(headers).filter(([name]) => isAtHome || HARMLESS_HEADERS.includes(name.toLowerCase()));
  // Node.js' own classes serialise the body: another fetch would not know its forms and files.
  const content = body === undefined ? null : new Response(body);
  const type = content?.headers.get('content-type');
  const whole = content && new Uint8Array(await content.arrayBuffer());
  const large = stream ?? (whole && whole.length > SLICE_BYTES ? { byteSize: whole.length, read: () => [whole] } : null);
  const sent = large && inSlices(large.read(), onProgress);
  try {
    return await fetch(target, {
      method,
      signal,
      headers: {
        ...(type && { 'content-type': type }),
        ...lowerCased(allowed),
        // Storages take no body of unknown length.
        ...(large && { 'content-length': String(large.byteSize) }),
      },
      body: sent ? sent.chunks : whole,
      ...(sent && { duplex: 'half' as const }),
      redirect: 'manual',
    });
  } catch (error) {
    if (sent?.fault()) throw sent.fault();
    if (isForbiddenPort(error))
      throw new OutboundFault('refused', say`The address leads to port ${target.port}, which is never called.`, error);
    throw faultOf(error, signal);
  }
}

/** So small that a slow line takes each in time. */
const SLICE_BYTES = 65_536;

/** The chunks in slices, and the error of reading them, which the client reports as one of the connection. */
function inSlices(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  onTaken: () => void,
): { chunks: AsyncIterable<Uint8Array>; fault(): unknown } {
  let fault: unknown;
  async function* kept(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
          // The next one is asked for once this one was taken.
          yield chunk.subarray(at, at + SLICE_BYTES);
          onTaken();
        }
      }
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  return { chunks: kept(), fault: () => fault };
}

const lowerCased = (headers: [string, string][]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

async function readAnswer(
  response: UndiciResponse,
  url: URL,
  { mostBytes, mayCut = false, judge, receive, onProgress }: OutboundRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const head: AnswerHead = { status: response.status, headers: new Headers([...response.headers]), url };
  try {
    judge?.(head);
    if (!PACKINGS.test(head.headers.get('content-encoding') ?? '')) {
      throw new OutboundFault('lost', say`The response has an unsupported content encoding.`);
    }
  } catch (error) {
    await response.body?.cancel().catch(() => {});
    throw error;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop closes the connection.
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (receive) {
        if (size <= mostBytes) await receive(chunk).catch((error: unknown) => Promise.reject(new ReceiveFault(error)));
        onProgress?.();
      } else chunks.push(chunk);
      if (size > mostBytes) break;
    }
  } catch (error) {
    if (error instanceof ReceiveFault) throw error.cause;
    if (signal.aborted) throw faultOf(error, signal);
    throw new OutboundFault('lost', say`The response was cut off or could not be decompressed.`, error);
  }
  if (size > mostBytes && !mayCut) throw new OutboundFault('lost', say`The response is larger than ${mostBytes} bytes.`);
  return { ...head, bytes: Buffer.concat(chunks).subarray(0, mostBytes) };
}

/** An error of what receives a body. */
class ReceiveFault extends Error {
  constructor(cause: unknown) {
    super('The body was not taken.', { cause });
  }
}

function redirectOf({ status, headers }: UndiciResponse, base: URL): URL | null {
  const location = REDIRECTS.includes(status) ? headers.get('location') : null;
  return location === null ? null : readUrl(location, base);
}

function readUrl(value: string | URL, base?: URL): URL {
  const url = URL.parse(String(value), base?.href);
  if (!url) throw new OutboundFault('refused', say`This is not a valid address, or it leads to one that is not.`);
  if (!SCHEMES.includes(url.protocol)) throw new OutboundFault('refused', say`The address does not lead to a web page.`);
  if (url.username || url.password) throw new OutboundFault('refused', say`The address contains a user name or password.`);
  return url;
}

/** In our own words, and never with the address: some platforms have a token in it. */
function faultOf(error: unknown, signal: AbortSignal): OutboundFault {
  // The address is refused, or its name could not be looked up: nothing was connected.
  const known = findFault(error);
  if (known) return known;
  const isUnsent = isBeforeSending(error);
  if (signal.aborted) return new OutboundFault(isUnsent ? 'unsent' : 'lost', say`It took too long.`, error);
  return isUnsent
    ? new OutboundFault('unsent', say`It could not be reached.`, error)
    : new OutboundFault('lost', say`The connection ended before it responded.`, error);
}

/** Ports of mail, shells and the like, which `fetch` always blocks (fetch.spec.whatwg.org, port blocking). */
const isForbiddenPort = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port';

function isBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  // If a name has several addresses, each was tried.
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.length > 0 && causes.every((each) => each instanceof Error && 'code' in each && BEFORE_SENDING.has(String(each.code)));
}

/** `Retry-After` (RFC 9110, 10.2.3) in seconds: a number or a date. */
export function readRetryAfter(header: string | null | undefined, now: Date): number | null {
  if (header == null) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}

/** Ends work that makes no progress, however long the whole of it takes. */
interface SilenceLimit {
  /** Aborted once there was no progress for too long. */
  signal: AbortSignal;
  /** Begins the time again. */
  progress(): void;
  /** Ends the watch. */
  stop(): void;
}

/** Without any progress, `silentMs` is the total time. `mostMs`: the most that all of it may take. */
export function limitSilence(silentMs: number, mostMs?: number): SilenceLimit {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('There was no progress.', 'TimeoutError')), silentMs);
  timer.unref();
  const signal = mostMs === undefined ? silence.signal : AbortSignal.any([silence.signal, AbortSignal.timeout(mostMs)]);
  return { signal, progress: () => void (silence.signal.aborted || timer.refresh()), stop: () => clearTimeout(timer) };
}
