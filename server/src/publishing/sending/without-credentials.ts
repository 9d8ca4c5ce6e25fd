import { RefreshPendingError } from '../../connections/fresh-credentials.ts';
import { UnreadableCredentialsError } from '../../connections/open-credentials.ts';
import { ConnectError } from '../../platforms/platform.ts';
import type { CallOutcome } from './call-platform.ts';

/** What it means that a connection's credentials could not be had, so that nothing was sent; null for any other error. */
export function outcomeWithoutCredentials(error: unknown): CallOutcome | null {
  if (error instanceof UnreadableCredentialsError) return { kind: 'unreadable', message: error.message };
  if (error instanceof ConnectError) return { kind: 'unauthorized', message: error.message };
  if (error instanceof RefreshPendingError)
    return { kind: 'unavailable', message: error.message, retryAfterSeconds: error.retryAfterSeconds };
  return null;
}
