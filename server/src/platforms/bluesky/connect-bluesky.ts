import { ConnectError, type ConnectedAccount, type Credentials, type Health } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import { openSession } from './open-session.ts';
import { outcomeOfError } from './outcome-of-error.ts';

const TIMEOUT_MS = 30_000;

/** Signs in once to see whose credentials these are; what is kept is bound to the account's DID. */
export async function connectBluesky(entered: Credentials): Promise<ConnectedAccount> {
  const { service, identifier, appPassword } = readBlueskyCredentials(entered);
  const session = await openSession({ service, identifier, appPassword }, AbortSignal.timeout(TIMEOUT_MS)).catch((error: unknown) => {
    const { message } = outcomeOfError(error, false);
    throw new ConnectError(message);
  });
  if (session.isFullAccess) {
    throw new ConnectError("That is the account's own password. Make an app password under Settings, Privacy and security, and give that.");
  }
  if (!session.isActive) throw new ConnectError('The account is suspended or deactivated.');
  return {
    handle: session.handle,
    externalId: session.did,
    server: service,
    credentials: { service, identifier: session.did, appPassword },
  };
}

/** Signs in with what is kept; a server that is away says nothing about the password. */
export async function checkBluesky(credentials: Credentials, signal: AbortSignal): Promise<Health> {
  try {
    const session = await openSession(readBlueskyCredentials(credentials), signal);
    if (session.isActive) return { kind: 'healthy' };
    return { kind: 'revoked', message: 'The Bluesky account is suspended or deactivated.' };
  } catch (error) {
    const { kind, message } = outcomeOfError(error, false);
    return { kind: kind === 'unauthorized' ? 'revoked' : 'unclear', message };
  }
}
