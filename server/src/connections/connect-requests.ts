import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { ConnectError, type Credentials, type JsonObject, type Platform, type PlatformOauth } from '../platforms/platform.ts';
import { Connection, ConnectRequest } from './connection.entity.ts';
import { findPlatform } from './connection-queries.ts';

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
export interface TakenConnectRequest {
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

export function requireOauth({ label, oauth }: Platform): PlatformOauth {
  if (!oauth) throw new DomainError('bad_user_input', { message: say`${label} has no sign-in of its own; enter what it asks for.` });
  if (oauth.missing !== null) throw new DomainError('bad_user_input', { message: oauth.missing });
  return oauth;
}
