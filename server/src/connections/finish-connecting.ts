import { requireWorkspace } from '../access/authorise.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { ConnectError, type ConnectedAccount } from '../platforms/platform.ts';
import { addConnection, requireObject } from './add-connection.ts';
import {
  beginOauth,
  consumeConnectRequest,
  redirectUriOf,
  requireOauth,
  saveConnectRequest,
  type TakenConnectRequest,
} from './connect-requests.ts';
import { Connection } from './connection.entity.ts';
import { findPlatform } from './connection-queries.ts';
import { noteServiceRefused, noteServiceTaken } from './fresh-credentials.ts';

interface FinishConnectingInput {
  state: string;
  code: string;
  /** The server of the redirect address; absent for platforms with a single server. */
  server?: string | null | undefined;
  /** The `device_id` parameter, where the platform sends one. */
  deviceId?: string | null | undefined;
}

/** Three steps: the request is consumed, the platform is asked, the connections are stored. */
export async function finishConnecting(ctx: Context, input: FinishConnectingInput): Promise<Connection[]> {
  const taken = await inTransaction(ctx, (tx) => consumeConnectRequest(tx, input.state));
  // The code is another server's than the one that the person was sent to.
  if (taken.server !== (input.server ?? null)) throw new DomainError('connect_request_invalid');
  const accounts = await endOauth(ctx, taken, input.code, input.deviceId);
  return inTransaction(ctx, async (tx) => {
    const connections: Connection[] = [];
    for (const connected of await meantAccounts(tx, taken.connectionId, accounts))
      connections.push(await addConnection(tx, { ...taken, connected }));
    return connections;
  });
}

/** Exchanges the code that the person came back with. Calls the platform: outside any transaction. */
export async function endOauth(
  ctx: Context,
  taken: TakenConnectRequest,
  code: string,
  deviceId: string | null = null,
): Promise<ConnectedAccount[]> {
  if (ctx.em.isInTransaction()) throw new Error('endOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, taken.platform));
  const { state, codeVerifier, memory } = taken;
  const request = { redirectUri: redirectUriOf(ctx, taken.server), state, codeVerifier, ...(deviceId && { deviceId }) };
  try {
    const accounts = await oauth.finish(code, request, memory);
    await noteServiceTaken(ctx, taken.platform, 'connecting');
    return accounts;
  } catch (error) {
    if (await noteServiceRefused(ctx, taken.platform, 'connecting', error)) throw new DomainError('network_refuses_service');
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.words });
    throw error;
  }
}

/**
 * To renew a connection, only its own account among the selected ones; otherwise the first, which addConnection()
 * refuses by name.
 */
export async function meantAccounts(ctx: Context, connectionId: string | null, accounts: ConnectedAccount[]): Promise<ConnectedAccount[]> {
  if (connectionId === null) return accounts;
  const meant = await ctx.em.findOne(Connection, connectionId);
  const own = accounts.find(({ externalId }) => externalId === meant?.externalId) ?? accounts[0];
  return own ? [own] : [];
}

interface StartConnectingInput {
  workspaceId: string;
  platform: string;
  /** The platform's fields before its sign-in, as entered. */
  values?: unknown;
  /** The connection to renew. */
  connectionId?: string | null | undefined;
  approvedPosts?: ApprovedPosts | undefined;
}

/** Prepares the platform's sign-in, outside of transactions, and stores who was redirected. Returns the address. */
export async function startConnecting(ctx: Context, input: StartConnectingInput): Promise<string> {
  const { workspaceId, platform, values = {}, connectionId = null, approvedPosts } = input;
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  const begun = await beginOauth(ctx, { platform, entered: requireObject('/input/values', values) });
  await inTransaction(ctx, (tx) => saveConnectRequest(tx, { workspaceId, platform, connectionId, approvedPosts, begun }));
  return begun.url;
}
