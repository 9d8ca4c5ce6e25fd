import { requireOperator } from '../access/authorise.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { findRowsById } from '../db/reading/find-rows.ts';
import { DomainError } from '../errors.ts';

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
