import { randomBytes } from 'node:crypto';
import { say } from '../../languages/sentence.ts';
import { ConnectError, type ConnectedAccount, type Credentials, type Health } from '../platform.ts';
import { readSandboxCredentials } from './sandbox-credentials.ts';

/** Opens a new feed. Its id is the credential, so a feed cannot be requested by name. */
export async function connectSandbox(entered: Credentials): Promise<ConnectedAccount> {
  const { handle, feed: asked, failure, times } = readSandboxCredentials(entered);
  if (asked) throw new ConnectError(say`Leave "feed" out; the sandbox opens a new one for each connection.`);
  const feed = `feed_${randomBytes(16).toString('hex')}`;
  return { handle, externalId: feed, credentials: { feed, failure, times } };
}

/** A feed configured to refuse its credentials does so here too. */
export async function checkSandbox(credentials: Credentials): Promise<Health> {
  const { failure } = readSandboxCredentials(credentials);
  if (failure === 'unauthorized') return { kind: 'revoked', message: 'The sandbox does not accept the credentials any more.' };
  if (failure === 'unreachable') return { kind: 'unclear', message: 'The sandbox cannot be reached.' };
  return { kind: 'healthy' };
}
