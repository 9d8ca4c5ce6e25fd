import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import type { BegunOauth } from './begin-oauth.ts';
import { ConnectRequest } from './connect-request.entity.ts';
import { Connection } from './connection.entity.ts';

/** Long enough to sign in with a second factor. */
const LIFETIME_MS = 15 * 60_000;

/** The encryption context, bound to row and column. */
export function connectRequestPlace(id: string): string {
  return `connect_requests/${id}/memory`;
}

export interface SaveConnectRequestInput {
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
