import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { readRetryAfter } from '../../outbound/fetch-bounded.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ConnectError, type Outcome } from '../platform.ts';

/** A response of the protocol other than success. */
interface Refusal {
  status: number;
  /** The lexicon's name for it, for instance `RecordNotFound`. */
  error: string;
  headers?: Record<string, string | undefined>;
}

/** By its shape, since the class of an error depends on which copy of the client created it. */
export function readRefusal(thrown: unknown): Refusal | null {
  if (!(thrown instanceof Error)) return null;
  const { status, error, headers } = thrown as Partial<Refusal>;
  if (typeof status !== 'number' || typeof error !== 'string') return null;
  return { status, error, ...(headers && { headers }) };
}

/** Refusals that are about the account and not about the post, whatever their status. */
const ACCOUNT_ERRORS = new Set([
  'AuthenticationRequired',
  'AuthMissing',
  'AuthFactorTokenRequired',
  'ExpiredToken',
  'InvalidToken',
  'AccountTakedown',
  'AccountDeactivated',
  'AccountSuspended',
  'RepoTakendown',
  'RepoDeactivated',
  'RepoSuspended',
]);

/** What failed: the sign-in or a look-up with it, an upload, which creates no post, or the call that creates the post. */
type Stage = 'sign-in' | 'upload' | 'sending';

/**
 * The outcome of a failed call. Before anything was sent a failure is never a post; after it, only a refusal in words
 * guarantees that there is none.
 */
export function outcomeOfError(error: unknown, stage: Stage): Exclude<Outcome, { kind: 'published' | 'pending' }> {
  const words = toStoredMessage(wordsOfError(error));
  if (error instanceof ConnectError) return { kind: 'unauthorized', ...toStoredMessage(error.words) };
  const refusal = readRefusal(error);
  if (!refusal || refusal.status < 400 || refusal.status >= 500) {
    return stage === 'sending' ? { kind: 'unknown', ...words } : { kind: 'unavailable', ...words, retryAfterSeconds: retryAfter(error) };
  }
  const { status } = refusal;
  if (status === 429) return { kind: 'rate_limited', ...words, retryAfterSeconds: retryAfter(error) };
  if (status === 401 || status === 403 || ACCOUNT_ERRORS.has(refusal.error)) return { kind: 'unauthorized', ...words };
  // A server without this call, or a sign-in that it cannot parse. A file that it refuses says nothing about the account.
  if (stage !== 'sending' && status === 404) return { kind: 'unavailable', ...words, retryAfterSeconds: null };
  if (stage === 'sign-in') return { kind: 'unauthorized', ...words };
  return { kind: 'rejected', ...words };
}

function wordsOfError(error: unknown): Sentence {
  const refused = findRefusal(error);
  if (refused) return refused.words;
  if (!(error instanceof Error)) return say`Bluesky did not respond.`;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  const reason = (cause && cause !== error.message ? `${error.message} (${cause})` : error.message).slice(0, 300);
  return (readRefusal(error)?.status ?? 0) >= 400 ? say`${'Bluesky'} responded: ${reason}` : say`Bluesky did not respond: ${reason}`;
}

/** Bluesky returns when the limit resets, in seconds since 1970: with every response, but only status 429 waits for it. */
function retryAfter(error: unknown): number | null {
  const { status, headers } = readRefusal(error) ?? {};
  if (!headers) return null;
  const reset = status === 429 ? Number(headers['ratelimit-reset']) : 0;
  const wait = reset > 0 ? reset - Math.floor(Date.now() / 1000) : readRetryAfter(headers['retry-after'], new Date());
  return wait === null ? null : Math.max(1, Math.ceil(wait));
}
