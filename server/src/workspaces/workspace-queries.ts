import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import { requireNotArchived, requireOperator, requireWorkspace } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { findRowsById } from '../db/reading/find-rows.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';

/** Any customer's workspace, for the operator, who need not be a member. */
export async function findWorkspaceAsOperator(ctx: Context, id: string): Promise<Workspace> {
  requireOperator(ctx);
  const workspace = await ctx.em.findOne(Workspace, id);
  if (!workspace) throw new DomainError('not_found');
  return workspace;
}

/** Workspaces by id in one query, for rows that the caller may see already. */
export function findWorkspaces(ctx: Context, ids: readonly string[]): Promise<Map<string, Workspace>> {
  return findRowsById(ctx.em, Workspace, ids);
}

/** The workspaces of many accounts in one query, oldest first, for a caller who may see them. */
export async function workspacesOfAccounts(ctx: Context, accountIds: readonly string[]): Promise<Map<string, Workspace[]>> {
  const workspaces = await ctx.em.find(Workspace, { accountId: { $in: [...new Set(accountIds)] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(workspaces, ({ accountId }) => accountId);
}

/** The workspaces of a person's accounts, or the one of an agent's grant; the oldest first. */
export async function listOwnWorkspaces(ctx: Context): Promise<Workspace[]> {
  const { actor } = ctx;
  if (actor.kind === 'agent') return ctx.em.find(Workspace, { id: actor.workspaceId });
  if (actor.kind !== 'user') return [];
  return ctx.em.find(Workspace, { accountId: { $in: [...actor.roles.keys()] } }, { orderBy: { id: 'asc' } });
}

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
  requireNotArchived(workspace);
  return workspace;
}

/**
 * Writes the changed settings of a locked workspace, as one revision and one audit entry with the old and the new
 * values; waiting jobs may advance. Writes nothing without a difference.
 */
export async function writeSettings(ctx: Context, workspace: Workspace, settings: Partial<Workspace>, action: AuditAction): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined) as [keyof Workspace, unknown][];
  const changed = given.filter(([field, value]) => !isDeepStrictEqual(workspace[field], value));
  if (changed.length === 0) return;
  const changes = Object.fromEntries(changed.map(([field, to]) => [field, { from: workspace[field], to }]));
  Object.assign(workspace, Object.fromEntries(changed), { revision: workspace.revision + 1 });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: workspace.accountId,
    action,
    subjectId: workspace.id,
    details: { revision: workspace.revision, changes },
  });
  await gatesMayHaveOpened(ctx, workspace.accountId);
}
