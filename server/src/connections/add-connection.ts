import { requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { Connected } from './check-connection.ts';
import { Connection } from './connection.entity.ts';
import { sealCredentials } from './open-credentials.ts';

export interface AddConnectionInput {
  workspaceId: string;
  platform: string;
  connected: Connected;
  /** Shown instead of the platform's own name for the account. */
  handle?: string | undefined;
}

/**
 * Keeps what checkConnection() found, with its credentials sealed. The same account connected
 * again renews the connection there is, healthy again. Owners and the operator only; needs a transaction.
 */
export async function addConnection(ctx: Context, input: AddConnectionInput): Promise<Connection> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const { platform, connected } = input;
  // One at a time for a workspace, so that two tries at once do not become two connections.
  await ctx.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`connections/${workspace.id}`]);
  const standing = await ctx.em.findOne(
    Connection,
    { workspaceId: workspace.id, platform, externalId: connected.externalId },
    { orderBy: { id: 'desc' }, refresh: true },
  );
  const connection = standing ?? newConnection(ctx, workspace, input);
  connection.handle = input.handle ?? connected.handle;
  connection.sealedCredentials = sealCredentials(ctx, connection.id, connected.credentials);
  connection.health = 'healthy';
  connection.healthMessage = null;
  connection.disconnectedAt = null;
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: connection.accountId,
    action: standing ? 'connection.renewed' : 'connection.added',
    subjectId: connection.id,
    details: { platform, handle: connection.handle, externalId: connected.externalId },
  });
  return connection;
}

function newConnection(ctx: Context, workspace: Workspace, { platform, connected }: AddConnectionInput): Connection {
  return ctx.em.create(Connection, {
    id: newId('con'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    platform,
    handle: connected.handle,
    externalId: connected.externalId,
    sealedCredentials: '',
    health: 'healthy',
    healthMessage: null,
    createdAt: ctx.clock.now(),
    disconnectedAt: null,
  });
}
