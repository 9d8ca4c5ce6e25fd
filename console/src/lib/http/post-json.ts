import { language } from '../language.ts';
import { texts } from '../texts.ts';
import { ApiError, type FieldFault } from './api-error.ts';

/** RFC 9457 problem details as the server writes them, and the same facts of a GraphQL error. */
interface Problem {
  code?: string;
  title?: string;
  detail?: string;
  remedy?: string;
  request_id?: string;
  retry_after_seconds?: number;
  errors?: FieldFault[];
}

export interface PostOptions {
  signal?: AbortSignal;
  /** Continues if the page is left before the response. */
  outlivesPage?: boolean;
}

/** Browsers limit requests of pages that were left to 64 KB in total. */
const MOST_BYTES_BEHIND = 8_000;

/** Posts JSON to our own origin with the session's cookie; resolves with the parsed body or throws an ApiError. */
export async function postJson<T>(path: string, body: unknown, how: AbortSignal | PostOptions = {}): Promise<T> {
  const response = await send(path, JSON.stringify(body), how instanceof AbortSignal ? { signal: how } : how);
  return readAnswer<T>(path, await response.text(), response.status);
}

/** The server's response, or its error as an ApiError. */
export function readAnswer<T>(path: string, text: string, status: number): T {
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer as T;
  // GraphQL errors have a status too; the caller reads them.
  if (isObject(answer) && Array.isArray(answer.errors) && path.endsWith('/graphql')) return answer as T;
  throw problemError(isObject(answer) ? answer : {}, status);
}

/** Without any response. */
export function unreachable(): ApiError {
  return new ApiError({ code: 'unreachable', ...texts.unreachable, status: 0 });
}

async function send(path: string, body: string, { signal, outlivesPage = false }: PostOptions): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Accept-Language': language },
      body,
      signal: signal ?? null,
      keepalive: outlivesPage && body.length < MOST_BYTES_BEHIND,
    });
  } catch (error) {
    const hasTimedOut = error instanceof Error && error.name === 'TimeoutError';
    if (signal?.aborted && !hasTimedOut) throw error;
    throw unreachable();
  }
}

function problemError(problem: Problem, status: number): ApiError {
  return new ApiError({
    code: problem.code ?? (status >= 500 ? 'internal_error' : 'bad_user_input'),
    message: problem.detail ?? problem.title ?? texts.status({ status }),
    remedy: problem.remedy ?? texts.fault.remedy,
    status,
    requestId: problem.request_id ?? null,
    retryAfterSeconds: problem.retry_after_seconds ?? null,
    fields: Array.isArray(problem.errors) ? problem.errors : [],
  });
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, never> {
  return typeof value === 'object' && value !== null;
}
