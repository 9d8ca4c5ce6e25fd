import { ApiFault, type FaultOutcome } from './api-fault.ts';
import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts';

/** What a platform says in a refusal, in its own dialect. */
export interface Refusal {
  /** Left out where the status tells enough. */
  kind?: FaultOutcome['kind'];
  message: string;
  code?: string;
  retryAfterSeconds?: number | null;
}

/**
 * Reads a platform's refusal out of an answer; null where there is none in it. Slack and Telegram
 * refuse with status 200 as well, so every answer is shown to it.
 */
export type ReadRefusal = (answer: ApiAnswer) => Refusal | null;

/** A platform's HTTP interface for the length of one call of ours. Both throw ApiFault where there is no success. */
export interface Api {
  /** For whatever cannot make a post: a fault promises that there is none. */
  ask(call: ApiCall): Promise<ApiAnswer>;
  /** For the request that makes the post: only a refusal in the platform's own words promises that there is none. */
  send(call: ApiCall): Promise<ApiAnswer>;
}

export interface Dialect {
  label: string;
  readRefusal: ReadRefusal;
  /** What must stand in no message, for instance tokens that a platform repeats in its refusals. */
  secrets: readonly string[];
}

const LONGEST_REASON = 300;

export function createApi(dialect: Dialect, signal: AbortSignal): Api {
  const run = async (call: ApiCall, isSending: boolean): Promise<ApiAnswer> => {
    if (signal.aborted) throw faultOf(dialect, isSending ? 'unknown' : 'unavailable', 'the call was stopped');
    const result = await callApi(call, signal);
    if (result.kind === 'unsent') throw faultOf(dialect, 'unavailable', result.reason);
    if (result.kind === 'lost') throw faultOf(dialect, isSending ? 'unknown' : 'unavailable', result.reason);
    const refusal = dialect.readRefusal(result);
    const isSuccess = result.status >= 200 && result.status < 300 && (result.isJson || call.mayBeEmpty === true);
    if (!refusal && isSuccess) return result;
    throw refusalFault(dialect, result, refusal, isSending);
  };
  return { ask: (call) => run(call, false), send: (call) => run(call, true) };
}

/** Without the platform's own words a refusal may come from something in between, which knows nothing. */
function refusalFault(dialect: Dialect, answer: ApiAnswer, refusal: Refusal | null, isSending: boolean): ApiFault {
  const kind = refusal?.kind ?? kindOf(answer.status, refusal !== null, isSending);
  const message = refusal?.message || `status ${answer.status} and no reason`;
  const outcome = { kind, message: clean(dialect, `${dialect.label} answered: ${message}`) };
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? retryAfter(answer.headers);
  return new ApiFault(
    kind === 'rate_limited' || kind === 'unavailable' ? { ...outcome, kind, retryAfterSeconds } : { ...outcome, kind },
    refusal?.code,
  );
}

function kindOf(status: number, isWorded: boolean, isSending: boolean): FaultOutcome['kind'] {
  // Counted before anything is done with a request, by the platform or by what stands before it.
  if (status === 429) return 'rate_limited';
  const isRefusal = isWorded && status >= 400 && status < 500 && status !== 408;
  if (isRefusal && (status === 401 || status === 403)) return 'unauthorized';
  if (isSending) return isRefusal ? 'rejected' : 'unknown';
  return isRefusal && status !== 404 ? 'rejected' : 'unavailable';
}

function faultOf(dialect: Dialect, kind: 'unknown' | 'unavailable', reason: string): ApiFault {
  const message = clean(dialect, `${dialect.label} gave no answer: ${reason}.`);
  return new ApiFault(kind === 'unavailable' ? { kind, message, retryAfterSeconds: null } : { kind, message });
}

/** Short, on one line, and without a secret. */
function clean({ secrets }: Dialect, message: string): string {
  let text = message.replaceAll(/\s+/g, ' ').trim();
  for (const secret of secrets) if (secret.length >= 6) text = text.replaceAll(secret, '[secret]');
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON).toWellFormed()}…` : text;
}

/** RFC 9110: seconds, or a date. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
