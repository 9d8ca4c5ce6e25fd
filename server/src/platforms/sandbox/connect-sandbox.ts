import { randomBytes } from 'node:crypto';
import { ConnectError, type Credentials } from '../platform.ts';
import { readSandboxCredentials } from './sandbox-credentials.ts';

/** Opens a new feed. Its id is the credential: who knows it may post there, so nobody can ask for one by name. */
export async function connectSandbox(entered: Credentials): Promise<{ handle: string; externalId: string; credentials: Credentials }> {
  const { handle, feed: asked, failure, times } = readSandboxCredentials(entered);
  if (asked) throw new ConnectError('Leave "feed" out; the sandbox opens a new one for each connection.');
  const feed = `feed_${randomBytes(16).toString('hex')}`;
  return { handle, externalId: feed, credentials: { feed, failure, times } };
}
