import { ConnectError, type Credentials } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import { openSession } from './open-session.ts';
import { outcomeOfError } from './outcome-of-error.ts';

const TIMEOUT_MS = 30_000;

/** Signs in once to see whose credentials these are; what is kept is bound to the account's DID. */
export async function connectBluesky(entered: Credentials): Promise<{ handle: string; externalId: string; credentials: Credentials }> {
  const { service, identifier, appPassword } = readBlueskyCredentials(entered);
  const session = await openSession({ service, identifier, appPassword }, AbortSignal.timeout(TIMEOUT_MS)).catch((error: unknown) => {
    const { message } = outcomeOfError(error, false);
    throw new ConnectError(message);
  });
  if (session.isFullAccess) {
    throw new ConnectError("That is the account's own password. Make an app password under Settings, Privacy and security, and give that.");
  }
  if (!session.isActive) throw new ConnectError('The account is suspended or deactivated.');
  return { handle: session.handle, externalId: session.did, credentials: { service, identifier: session.did, appPassword } };
}
