import { say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import {
  ConnectError,
  type Figure,
  type MetricsReading,
  type Outcome,
  type ReadBack,
  type RetractOutcome,
  type SendHooks,
} from '../platform.ts';
import { ApiFault, asConnectError, RemnantFault } from './api-fault.ts';

/** What a failed call says about a published post: nothing. */
export function asUnreadable(error: unknown): ReadBack {
  if (error instanceof ApiFault) return { kind: 'unreadable', ...toStoredMessage(fromStoredMessage(error.outcome)) };
  if (error instanceof ConnectError) return { kind: 'unreadable', ...toStoredMessage(error.words) };
  throw error;
}

export const asRemoved = (): RetractOutcome => ({ kind: 'removed' });

/** A failed removal: refused, or to be tried again. What is missing is removed. */
export function asRetractOutcome(error: unknown): RetractOutcome {
  if (error instanceof ConnectError) return { kind: 'refused', ...toStoredMessage(error.words) };
  if (!(error instanceof ApiFault)) throw error;
  if (error.isMissing) return { kind: 'removed' };
  const { outcome } = error;
  const words = toStoredMessage(fromStoredMessage(outcome));
  if (['rejected', 'unauthorized', 'service_refused'].includes(outcome.kind))
    return { kind: 'refused', ...(error instanceof RemnantFault && { isPostGone: true }), ...words };
  return { kind: 'unavailable', ...words, retryAfterSeconds: 'retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : null };
}

/** Thrown by an edit of a post that its network keeps, but does not show: deleted into a bin, or set back to a draft. */
export const hiddenPost = (): ApiFault =>
  new ApiFault({ kind: 'rejected', ...toStoredMessage(say`The network no longer has this post.`) }, '', undefined, true);

/** A failed edit; a refusal of it does not mean that the credentials are refused. What is missing cannot be edited. */
export function asEditOutcome(error: unknown): Outcome {
  if (!(error instanceof ApiFault)) throw error;
  const { outcome, isMissing } = error;
  if (isMissing) return { kind: 'rejected', ...toStoredMessage(say`The network no longer has this post.`) };
  if (outcome.kind === 'unauthorized' || outcome.kind === 'service_refused')
    return { kind: 'rejected', ...toStoredMessage(fromStoredMessage(outcome)) };
  throw error;
}

/** Only an explicit refusal ends a connection, not an unreachable platform. */
export function asRefreshError(error: unknown): never {
  const isRefused = error instanceof ApiFault && ['unauthorized', 'rejected', 'service_refused'].includes(error.outcome.kind);
  throw isRefused ? asConnectError(error) : error;
}

/** Null is a post that is gone. */
export const asFigures = (figures: readonly Figure[] | null): MetricsReading => (figures ? { kind: 'read', figures } : { kind: 'gone' });

/** A fault of the call that read figures. */
export function asUnreadMetrics(error: unknown): MetricsReading {
  if (error instanceof ConnectError) return { kind: 'refused', ...toStoredMessage(error.words) };
  if (!(error instanceof ApiFault)) throw error;
  if (error.isMissing) return { kind: 'gone' };
  const { outcome } = error;
  const words = toStoredMessage(fromStoredMessage(outcome));
  if (['rejected', 'unauthorized', 'service_refused'].includes(outcome.kind)) return { kind: 'refused', ...words };
  // Only a network that limits the rate is believed about when to ask again.
  return { kind: 'unavailable', ...words, retryAfterSeconds: outcome.kind === 'rate_limited' ? (outcome.retryAfterSeconds ?? 900) : null };
}

/** Of a call whose worker stops before it. */
export const stoppedEarly = (): Outcome => ({
  kind: 'unavailable',
  ...toStoredMessage(say`The call was stopped before it began.`),
  retryAfterSeconds: null,
});

/** Runs an attempt and reports its outcome; before permission to send was requested, no fault is ambiguous. */
export async function settle(
  onSending: SendHooks['onSending'],
  publish: (asked: SendHooks['onSending']) => Promise<Outcome>,
): Promise<Outcome> {
  let hasAsked = false;
  try {
    return await publish(async (learned) => {
      await onSending(learned);
      hasAsked = true;
    });
  } catch (error) {
    // Stored credentials that cannot be read are invalid.
    if (error instanceof ConnectError) return { kind: 'unauthorized', ...toStoredMessage(error.words) };
    if (!(error instanceof ApiFault)) throw error;
    if (error.outcome.kind !== 'unknown' || hasAsked) return error.outcome;
    return { kind: 'unavailable', ...toStoredMessage(fromStoredMessage(error.outcome)), retryAfterSeconds: null };
  }
}

/** Media are read before the request that creates the post: without them nothing was sent, and it may be retried. */
export function orUnavailable<Wanted extends unknown[], T>(open: (...wanted: Wanted) => Promise<T>): (...wanted: Wanted) => Promise<T> {
  return async (...wanted) => {
    try {
      return await open(...wanted);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new ApiFault({ kind: 'unavailable', message, retryAfterSeconds: null });
    }
  };
}
