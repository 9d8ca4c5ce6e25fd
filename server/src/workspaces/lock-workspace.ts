import { LockMode } from '@mikro-orm/postgresql';
import { requireInUse, requireWorkspace } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';

/**
 * The current workspace, locked for an owner's change of settings that is based on `revision`; `settings_changed` if
 * there is a newer one.
 */
export async function lockWorkspace(ctx: Context, workspaceId: string, revision: number): Promise<Workspace> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'manage');
  const workspace = await lockInUse(ctx, workspaceId);
  if (workspace.revision !== revision) {
    throw new DomainError('settings_changed', { details: { revision: workspace.revision, expected_revision: revision } });
  }
  return workspace;
}

/** The row for a change, after the caller's right to it was checked: an owner may have put it away while this waited. */
export async function lockInUse(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await ctx.em.findOneOrFail(Workspace, workspaceId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  requireInUse(workspace);
  return workspace;
}
