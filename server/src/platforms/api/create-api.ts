import { joined, type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { readRetryAfter } from '../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { OutboundFault } from '../../outbound/outbound-fault.ts';
import { ApiFault, type FaultOutcome } from './api-fault.ts';
import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts';

/** A refusal in the platform's own format. */
export interface Refusal {
  /** Absent where the status is enough. */
  kind?: FaultOutcome['kind'];
  message: string;
  code?: string;
  /** What to do about it, where the platform's own words leave that open. */
  hint?: Sentence | undefined;
  retryAfterSeconds?: number | null;
  /** Set where status 404 or 410 does not tell whether what was asked for is missing. */
  isMissing?: boolean;
}

/**
 * Extracts a platform's refusal from a response; null if there is none. Slack and Telegram refuse with status 200 as
 * well, so it is called for every response.
 */
export type ReadRefusal = (answer: ApiAnswer) => Refusal | null;

/** A platform's HTTP API for the duration of one call. Both throw ApiFault on failure. */
export interface Api {
  /** For requests that cannot create a post: a fault guarantees that there is none. */
  ask(call: ApiCall): Promise<ApiAnswer>;
  /** For the request that creates the post: only a refusal in the platform's own format guarantees that there is none. */
  send(call: ApiCall): Promise<ApiAnswer>;
  /** For reading one thing: null if the platform itself answers that it does not exist (404 or 410). */
  look(call: ApiCall): Promise<ApiAnswer | null>;
}

export interface Dialect {
  label: string;
  outbound: Outbound;
  readRefusal: ReadRefusal;
  /**
   * Set where a person names the server and waits for the result: a refusal is then reported by its status and in our
   * words only, so the service cannot be used to read other servers' responses.
   */
  isOwnWords?: boolean;
  /** Redacted from every message, for instance tokens that a platform repeats in its refusals. */
  secrets: readonly string[];
}

type SaidWords = ReturnType<typeof toStoredMessage>;

const LONGEST_REASON = 300;
/** RFC 9110: not found, gone. */
const MISSING = new Set([404, 410]);
/** RFC 9110: refused for its size, often by the web server before the platform, and for good. */
const TOO_LARGE = 413;

/** `onProgress` is called for each part of a request that the platform has taken. */
export function createApi(dialect: Dialect, signal: AbortSignal, onProgress?: () => void): Api {
  const run = async (call: ApiCall, isSending: boolean): Promise<ApiAnswer> => {
    if (signal.aborted) throw faultOf(dialect, isSending ? 'unknown' : 'unavailable', say`The call was stopped.`);
    const result = await callApi(dialect.outbound, call, { signal, ...(onProgress && { onProgress }) });
    if (result.kind !== 'answer') {
      const kind = isSending && result.kind === 'lost' ? 'unknown' : 'unavailable';
      throw faultOf(dialect, kind, result.fault.words, result.fault);
    }
    const refusal = dialect.readRefusal(result);
    const isGood = (result.status >= 200 && result.status < 300) || call.alsoSucceeds?.includes(result.status);
    const isSuccess = isGood && (result.isJson || call.mayBeEmpty === true);
    if (!refusal && isSuccess) return result;
    throw refusalFault(dialect, result, refusal, isSending);
  };
  return {
    ask: (call) => run(call, false),
    send: (call) => run(call, true),
    look: (call) =>
      run(call, false).catch((error: unknown) => {
        if (error instanceof ApiFault && error.isMissing) return null;
        throw error;
      }),
  };
}

/** A refusal that is not in the platform's own format may come from a proxy, which knows nothing. */
function refusalFault(dialect: Dialect, answer: ApiAnswer, refusal: Refusal | null, isSending: boolean): ApiFault {
  const kind = refusal?.kind ?? kindOf(answer.status, refusal !== null, isSending);
  const words = dialect.isOwnWords ? toStoredMessage(ownWords(dialect.label, kind, answer.status)) : quoted(dialect, answer, refusal);
  const outcome = { kind, ...words };
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? retryAfter(answer.headers);
  return new ApiFault(
    kind === 'rate_limited' || kind === 'unavailable' ? { ...outcome, kind, retryAfterSeconds } : { ...outcome, kind },
    refusal?.code,
    undefined,
    refusal !== null && (refusal.isMissing ?? MISSING.has(answer.status)),
  );
}

function quoted(dialect: Dialect, { status }: ApiAnswer, refusal: Refusal | null): SaidWords {
  const { label } = dialect;
  if (!refusal?.message && status === TOO_LARGE) return toStoredMessage(tooLarge(label));
  if (!refusal?.message) return toStoredMessage(say`${label} responded with status ${String(status)} and no reason`);
  const start = `${label} responded: `;
  const reason = clean(dialect, start + refusal.message).slice(start.length);
  if (!refusal.hint) return toStoredMessage(say`${label} responded: ${reason}`);
  return toStoredMessage(joined([say`${label} responded: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`, refusal.hint]));
}

/** About words that a platform has already, and refuses to publish twice. */
export const repeatedWords = (label: string): Sentence =>
  say`${label} rejects a text that was posted there recently. Check whether the post is there; to publish it again, change its text.`;

const tooLarge = (label: string): Sentence => say`${label} responded: the file is too large`;

function ownWords(label: string, kind: FaultOutcome['kind'], status: number): Sentence {
  if (kind === 'unauthorized') return say`${label} does not accept what was entered. Check it, or create a new one there.`;
  if (kind === 'rate_limited') return say`${label} has received too many requests. Try again later.`;
  if (status === TOO_LARGE) return tooLarge(label);
  if (status === 404) return say`There is no ${label} at that address. Check how it is written.`;
  return status >= 500
    ? say`${label} has an internal error (status ${String(status)}). Check the address, or try again later.`
    : say`${label} refused, or is something else (status ${String(status)}). Check the address, or try again later.`;
}

function kindOf(status: number, isWorded: boolean, isSending: boolean): FaultOutcome['kind'] {
  // Rate limits apply before the request is processed, by the platform or by a proxy.
  if (status === 429) return 'rate_limited';
  if (status === TOO_LARGE) return 'rejected';
  const isRefusal = isWorded && status >= 400 && status < 500 && status !== 408;
  if (isRefusal && (status === 401 || status === 403)) return 'unauthorized';
  if (isSending) return isRefusal ? 'rejected' : 'unknown';
  return isRefusal && status !== 404 ? 'rejected' : 'unavailable';
}

function faultOf(dialect: Dialect, kind: 'unknown' | 'unavailable', reason: Sentence, cause?: OutboundFault): ApiFault {
  const stored = toStoredMessage(say`${dialect.label} did not respond. ${reason}`);
  const message = clean(dialect, stored.message);
  // Only messages that needed no redaction can be translated.
  const words = message === stored.message ? stored : { message, sentence: null };
  return new ApiFault(kind === 'unavailable' ? { kind, ...words, retryAfterSeconds: null } : { kind, ...words }, '', cause);
}

/** Short, on one line, and without a secret. */
function clean({ secrets }: Dialect, message: string): string {
  let text = message.replaceAll(/\s+/g, ' ').trim();
  for (const secret of secrets) if (secret.length >= 6) text = text.replaceAll(secret, '[secret]');
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON).toWellFormed()}…` : text;
}

/** In whole seconds, one at least. */
function retryAfter(headers: Headers): number | null {
  const seconds = readRetryAfter(headers.get('retry-after'), new Date());
  return seconds === null ? null : Math.max(1, Math.ceil(seconds));
}
