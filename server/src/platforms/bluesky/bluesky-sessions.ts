import { createHash } from 'node:crypto';
import type { CredentialSession } from '@atproto/api';
import type { Outbound } from '../../outbound/outbound.ts';
import type { BlueskyCredentials } from './bluesky-credentials.ts';
import { type BlueskySession, describeSession, signIn } from './open-session.ts';

/** The most sessions that one process keeps; the oldest is dropped first. */
const MOST = 1_000;
const NEVER = new AbortController().signal;

export interface KeptSession extends BlueskySession {
  /** It existed before this call: where it is refused, signing in again may help. */
  isKept: boolean;
}

/**
 * Signs in once per session and not for each post: Bluesky limits an account to a few hundred sign-ins a day. In
 * memory only; the client renews the session when its token expires, once for all waiting calls. Another app password
 * is another session, so a changed one applies at once.
 */
export interface BlueskySessions {
  /** The existing session, or a new one. Throws what signing in throws. */
  open(credentials: BlueskyCredentials, signal: AbortSignal): Promise<KeptSession>;
  /** It was refused: the next call signs in. */
  forget(credentials: BlueskyCredentials): void;
}

export function createBlueskySessions(outbound: Outbound): BlueskySessions {
  const kept = new Map<string, Promise<CredentialSession>>();

  const keep = (key: string, credentials: BlueskyCredentials): Promise<CredentialSession> => {
    // Concurrent calls share this sign-in, so none of their signals aborts it.
    const signingIn = signIn(outbound, credentials, NEVER);
    const drop = () => kept.get(key) === signingIn && kept.delete(key);
    signingIn.then(({ session }) => session?.active === false && drop(), drop);
    kept.set(key, signingIn);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    return signingIn;
  };

  return {
    async open(credentials, signal) {
      signal.throwIfAborted();
      const key = keyOf(credentials);
      const standing = kept.get(key);
      const session = await untilAborted(standing ?? keep(key, credentials), signal);
      return { ...(await describeSession(session, credentials, signal)), isKept: standing !== undefined };
    },
    forget: (credentials) => void kept.delete(keyOf(credentials)),
  };
}

function keyOf({ service, identifier, appPassword }: BlueskyCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([service, identifier, appPassword]))
    .digest('base64');
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
