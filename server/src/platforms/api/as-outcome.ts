import { keepWords, wordsOf } from '../../languages/kept-sentence.ts';
import { ConnectError, type ReadBack, type RetractOutcome } from '../platform.ts';
import { ApiFault, asConnectError } from './api-fault.ts';

/** What a failed call says about a published post: nothing. */
export function asUnreadable(error: unknown): ReadBack {
  if (error instanceof ApiFault) return { kind: 'unreadable', ...keepWords(wordsOf(error.outcome)) };
  if (error instanceof ConnectError) return { kind: 'unreadable', ...keepWords(error.words) };
  throw error;
}

/** A failed removal: refused, or to be tried again. What is missing is removed. */
export function asRetractOutcome(error: unknown): RetractOutcome {
  if (error instanceof ConnectError) return { kind: 'refused', ...keepWords(error.words) };
  if (!(error instanceof ApiFault)) throw error;
  if (error.isMissing) return { kind: 'removed' };
  const { outcome } = error;
  const words = keepWords(wordsOf(outcome));
  if (['rejected', 'unauthorized', 'service_refused'].includes(outcome.kind)) return { kind: 'refused', ...words };
  return { kind: 'unavailable', ...words, retryAfterSeconds: 'retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : null };
}

/** Only an explicit refusal ends a connection, not an unreachable platform. */
export function asRefreshError(error: unknown): never {
  const isRefused = error instanceof ApiFault && ['unauthorized', 'rejected'].includes(error.outcome.kind);
  throw isRefused ? asConnectError(error) : error;
}
