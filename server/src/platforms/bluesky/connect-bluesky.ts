import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ConnectError, type ConnectedAccount, type Credentials, type Health } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import { openSession } from './open-session.ts';
import { outcomeOfError, readRefusal } from './outcome-of-error.ts';

const TIMEOUT_MS = 30_000;

/** By the protocol's error code, or by its meaning. */
const WORDS: Record<string, Sentence> = {
  unauthorized: say`Bluesky does not accept the handle and app password. Check both, or create a new app password.`,
  AuthFactorTokenRequired: say`Bluesky asks for a code as well. Create an app password, which needs none, and enter that.`,
  AccountTakedown: say`Bluesky has taken the account down.`,
  AccountSuspended: say`Bluesky has suspended the account.`,
  AccountDeactivated: say`The account is deactivated at Bluesky.`,
  RateLimitExceeded: say`Bluesky has had too many sign-ins of this account or from here. Try again later.`,
};
const NO_ANSWER = say`There is no Bluesky server at that address, or it does not respond. Check the address, or try again later.`;

/** Signs in once to identify the account; the stored credentials are bound to its DID. */
export async function connectBluesky(outbound: Outbound, entered: Credentials): Promise<ConnectedAccount> {
  const { service, identifier, appPassword } = readBlueskyCredentials(entered);
  const session = await openSession(outbound, { service, identifier, appPassword }, AbortSignal.timeout(TIMEOUT_MS)).catch(
    (error: unknown) => {
      throw connectErrorOf(error);
    },
  );
  if (session.isFullAccess) {
    throw new ConnectError(
      say`That is the account's own password. Create an app password under Settings, Privacy and security, and enter that.`,
    );
  }
  if (!session.isActive) throw new ConnectError(say`The account is suspended or deactivated.`);
  return {
    handle: session.handle,
    externalId: session.did,
    server: service,
    credentials: { service, identifier: session.did, appPassword },
  };
}

/** Signs in with the stored credentials; an unreachable server says nothing about the password. */
export async function checkBluesky(outbound: Outbound, credentials: Credentials, signal: AbortSignal): Promise<Health> {
  try {
    const session = await openSession(outbound, readBlueskyCredentials(credentials), signal);
    if (session.isActive) return { kind: 'healthy' };
    return { kind: 'revoked', ...toStoredMessage(say`The Bluesky account is suspended or deactivated.`) };
  } catch (error) {
    const { kind, message, sentence } = outcomeOfError(error, 'sign-in');
    return { kind: kind === 'unauthorized' ? 'revoked' : 'unclear', message, sentence };
  }
}

/** In our words only: the service must not repeat a server's responses to the person who named it. */
function connectErrorOf(error: unknown): ConnectError {
  const refused = findRefusal(error);
  if (refused) return new ConnectError(refused.words, 'address_refused');
  const { kind } = outcomeOfError(error, 'sign-in');
  const code = readRefusal(error)?.error ?? '';
  return new ConnectError(WORDS[code] ?? (kind === 'rate_limited' ? WORDS.RateLimitExceeded : WORDS[kind]) ?? NO_ANSWER);
}
