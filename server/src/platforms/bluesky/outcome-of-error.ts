import { XRPCError } from '@atproto/xrpc';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ConnectError, type Outcome } from '../platform.ts';

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
]);

/**
 * What a failed call means. Before anything was sent a failure is never a post; after it, only a
 * refusal that the server put into words promises that there is none.
 */
export function outcomeOfError(error: unknown, hasSent: boolean): Exclude<Outcome, { kind: 'published' | 'pending' }> {
  const message = messageOf(error);
  if (error instanceof ConnectError) return { kind: 'unauthorized', message: error.message };
  if (!(error instanceof XRPCError) || error.status < 400 || error.status >= 500) {
    return hasSent ? { kind: 'unknown', message } : { kind: 'unavailable', message, retryAfterSeconds: retryAfter(error) };
  }
  if (error.status === 429) return { kind: 'rate_limited', message, retryAfterSeconds: retryAfter(error) };
  if (error.status === 401 || error.status === 403 || ACCOUNT_ERRORS.has(error.error)) return { kind: 'unauthorized', message };
  // A server that does not know the call at all, or a sign-in that it cannot read.
  if (!hasSent) return error.status === 404 ? { kind: 'unavailable', message, retryAfterSeconds: null } : { kind: 'unauthorized', message };
  return { kind: 'rejected', message };
}

function messageOf(error: unknown): string {
  const refused = findRefusal(error);
  if (refused) return refused.message;
  if (!(error instanceof Error)) return 'Bluesky gave no answer.';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  const reason = (cause && cause !== error.message ? `${error.message} (${cause})` : error.message).slice(0, 300);
  return error instanceof XRPCError && error.status >= 400 ? `Bluesky answered: ${reason}` : `Bluesky gave no answer: ${reason}`;
}

/** Bluesky tells the moment, in seconds since 1970, at which the limit is lifted. */
function retryAfter(error: unknown): number | null {
  if (!(error instanceof XRPCError)) return null;
  const reset = Number(error.headers?.['ratelimit-reset']);
  const wait = reset > 0 ? reset - Math.floor(Date.now() / 1000) : Number(error.headers?.['retry-after']);
  return Number.isFinite(wait) ? Math.max(1, Math.ceil(wait)) : null;
}
