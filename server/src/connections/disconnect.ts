import { requireWorkspaceOrArchived } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { Connection } from './connection.entity.ts';
import { sealCredentials } from './fresh-credentials.ts';

/** Deletes a connection's credentials; nothing more is published through it. Idempotent. */
export async function disconnect(ctx: Context, connectionId: string): Promise<Connection> {
  assertTransaction(ctx);
  const connection = await ctx.em.findOne(Connection, connectionId, { refresh: true });
  if (!connection) throw new DomainError('not_found');
  await requireWorkspaceOrArchived(ctx, connection.workspaceId, 'manage');
  await requireRecentIfPerson(ctx);
  if (connection.disconnectedAt) return connection;
  connection.disconnectedAt = ctx.clock.now();
  // The row stays, for the history of publications; the secrets do not.
  connection.sealedCredentials = sealCredentials(ctx, connection.id, {});
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: connection.accountId,
    action: 'connection.disconnected',
    subjectId: connection.id,
    details: { platform: connection.platform, handle: connection.handle },
  });
  return connection;
}
