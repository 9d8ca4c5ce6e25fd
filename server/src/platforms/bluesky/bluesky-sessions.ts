import { createHash } from 'node:crypto';
import type { CredentialSession } from '@atproto/api';
import type { Outbound } from '../../outbound/outbound.ts';
import type { BlueskyCredentials } from './bluesky-credentials.ts';
import { type BlueskySession, describeSession, signIn } from './open-session.ts';
import { outcomeOfError } from './outcome-of-error.ts';

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
  /** A call that may be repeated; it is, with a new session, where an existing one is refused. */
  use<T>(credentials: BlueskyCredentials, signal: AbortSignal, call: (session: BlueskySession) => Promise<T>): Promise<T>;
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

  const open: BlueskySessions['open'] = async (credentials, signal) => {
    signal.throwIfAborted();
    const key = keyOf(credentials);
    const existing = kept.get(key);
    const client = await untilAborted(existing ?? keep(key, credentials), signal);
    // The client drops a session that it may not renew.
    if (existing && !client.hasSession) {
      if (kept.get(key) === existing) kept.delete(key);
      return open(credentials, signal);
    }
    return { ...(await describeSession(client, credentials, signal)), isKept: existing !== undefined };
  };
  const forget: BlueskySessions['forget'] = (credentials) => void kept.delete(keyOf(credentials));

  return {
    open,
    forget,
    async use(credentials, signal, call) {
      const session = await open(credentials, signal);
      try {
        return await call(session);
      } catch (error) {
        if (outcomeOfError(error, 'upload').kind !== 'unauthorized') throw error;
        forget(credentials);
        if (!session.isKept) throw error;
        return await call(await open(credentials, signal));
      }
    },
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
