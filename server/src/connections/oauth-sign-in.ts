import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { assertTransaction, inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type Credentials,
  type JsonObject,
  type Platform,
  type PlatformOauth,
} from '../platforms/platform.ts';
import { addConnection, requireObject } from './add-connection.ts';
import { Connection, ConnectRequest } from './connection.entity.ts';
import { findPlatform } from './connection-queries.ts';
import { noteServiceRefused, noteServiceTaken } from './renew-credentials.ts';

/** Long enough to sign in with a second factor. */
const LIFETIME_MS = 15 * 60_000;

/** The encryption context, bound to row and column. */
export function connectRequestPlace(id: string): string {
  return `connect_requests/${id}/memory`;
}

interface SaveConnectRequestInput {
  workspaceId: string;
  platform: string;
  /** The connection to renew. */
  connectionId: string | null;
  /** What happens to approved posts without the account. */
  approvedPosts?: ApprovedPosts | undefined;
  begun: BegunOauth;
}

/** Stores that this session sends a person to the platform. Owners only; needs a transaction. */
export async function saveConnectRequest(ctx: Context, input: SaveConnectRequestInput): Promise<void> {
  assertTransaction(ctx);
  const { sessionId } = requirePerson(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  if (input.connectionId !== null) await requireOwn(ctx, input.connectionId, input);
  const id = newId('cnr');
  const now = ctx.clock.now();
  const { state, codeVerifier, server, memory } = input.begun;
  ctx.em.create(ConnectRequest, {
    id,
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    sessionId,
    platform: input.platform,
    connectionId: input.connectionId,
    stateHash: ctx.sealer.hash('connect-state', state),
    sealedMemory: ctx.sealer.seal(
      JSON.stringify({ codeVerifier, server, memory, approvedPosts: input.approvedPosts ?? 'keep' }),
      connectRequestPlace(id),
    ),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  await ctx.em.flush();
}

async function requireOwn(ctx: Context, connectionId: string, { workspaceId, platform }: SaveConnectRequestInput): Promise<void> {
  const connection = await ctx.em.findOne(Connection, { id: connectionId, workspaceId, platform });
  if (!connection) throw new DomainError('not_found');
}

/** The data to complete a redirect. Contains secrets: pass it on, never log it. */
interface TakenConnectRequest {
  workspaceId: string;
  platform: string;
  connectionId: string | null;
  approvedPosts: ApprovedPosts;
  state: string;
  codeVerifier: string;
  server: string | null;
  memory: JsonObject;
}

/**
 * Consumes the request that `state` belongs to, once; refuses used or expired ones and those of another session.
 * Needs a transaction of its own, committed before the platform is called.
 */
export async function consumeConnectRequest(ctx: Context, state: string): Promise<TakenConnectRequest> {
  assertTransaction(ctx);
  const { sessionId } = requirePerson(ctx);
  const found = await ctx.em.findOne(ConnectRequest, { stateHash: ctx.sealer.hash('connect-state', state), sessionId });
  if (!found || found.expiresAt <= ctx.clock.now()) throw new DomainError('connect_request_invalid');
  await requireWorkspace(ctx, found.workspaceId, 'manage');
  const { id, workspaceId, platform, connectionId, sealedMemory } = found;
  // Of concurrent calls, one deletes the row.
  if ((await ctx.em.nativeDelete(ConnectRequest, { id })) !== 1) throw new DomainError('connect_request_invalid');
  const kept = JSON.parse(ctx.sealer.open(sealedMemory, connectRequestPlace(id))) as Pick<
    TakenConnectRequest,
    'codeVerifier' | 'server' | 'memory' | 'approvedPosts'
  >;
  // Requests from before servers had their own redirect addresses name none.
  return { workspaceId, platform, connectionId: connectionId ?? null, state, ...kept, server: kept.server ?? null };
}

/** Deletes expired requests. Returns how many. */
export function purgeConnectRequests(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(ConnectRequest, { expiresAt: { $lte: now } });
}

/**
 * The redirect address, registered at the platform literally. A server named by people has its own: a server that
 * redirects its visitor to another would otherwise get the other's code (RFC 9700, section 4.4).
 */
export function redirectUriOf({ config }: Pick<Context, 'config'>, server: string | null): string {
  return `${config.publicUrl}/connections/return${server === null ? '' : `/${encodeURIComponent(server)}`}`;
}

/** A started redirect. `state` and `codeVerifier` are secret until the person returns. */
interface BegunOauth {
  url: string;
  state: string;
  codeVerifier: string;
  /** The host of the server named by the person; null if the platform has only one. */
  server: string | null;
  memory: JsonObject;
}

/** Prepares to send a person to the platform. May call it, so outside any transaction and after authorising. */
export async function beginOauth(ctx: Context, input: { platform: string; entered: Credentials }): Promise<BegunOauth> {
  if (ctx.em.isInTransaction()) throw new Error('beginOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, input.platform));
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(32).toString('base64url');
  try {
    const server = oauth.serverOf?.(input.entered) ?? null;
    const { url, memory } = await oauth.start(input.entered, { redirectUri: redirectUriOf(ctx, server), state, codeVerifier });
    return { url, state, codeVerifier, server, memory };
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.words });
    throw error;
  }
}

function requireOauth({ label, oauth }: Platform): PlatformOauth {
  if (!oauth) throw new DomainError('bad_user_input', { message: say`${label} has no sign-in of its own; enter what it asks for.` });
  if (oauth.missing !== null) throw new DomainError('bad_user_input', { message: oauth.missing });
  return oauth;
}

interface FinishConnectingInput {
  state: string;
  code: string;
  /** The server of the redirect address; absent for platforms with a single server. */
  server?: string | null | undefined;
}

/** Three steps: the request is consumed, the platform is asked, the connections are stored. */
export async function finishConnecting(ctx: Context, input: FinishConnectingInput): Promise<Connection[]> {
  const taken = await inTransaction(ctx, (tx) => consumeConnectRequest(tx, input.state));
  // The code is another server's than the one that the person was sent to.
  if (taken.server !== (input.server ?? null)) throw new DomainError('connect_request_invalid');
  const accounts = await endOauth(ctx, taken, input.code);
  return inTransaction(ctx, async (tx) => {
    const connections: Connection[] = [];
    for (const connected of await meantAccounts(tx, taken.connectionId, accounts))
      connections.push(await addConnection(tx, { ...taken, connected }));
    return connections;
  });
}

/** Exchanges the code that the person came back with. Calls the platform: outside any transaction. */
export async function endOauth(ctx: Context, taken: TakenConnectRequest, code: string): Promise<ConnectedAccount[]> {
  if (ctx.em.isInTransaction()) throw new Error('endOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, taken.platform));
  const { state, codeVerifier, memory } = taken;
  const request = { redirectUri: redirectUriOf(ctx, taken.server), state, codeVerifier };
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
  const expected = await ctx.em.findOne(Connection, connectionId);
  const own = accounts.find(({ externalId }) => externalId === expected?.externalId) ?? accounts[0];
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
