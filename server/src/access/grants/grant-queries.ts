import type { Context } from '../../context.ts';
import { findRowsById } from '../../db/reading/find-rows.ts';
import { requireWorkspace } from '../authorise.ts';
import { Agent } from './agent.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import { Grant } from './grant.entity.ts';

/** A workspace's grants, newest first. People see all of them, an agent sees its own. */
export async function listGrants(ctx: Context, workspaceId: string): Promise<Grant[]> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const own = ctx.actor.kind === 'agent' ? { id: ctx.actor.grantId } : {};
  return ctx.em.find(Grant, { workspaceId: workspace.id, ...own }, { orderBy: { id: 'desc' } });
}

/** Grants by id in one query, for drafts that the caller may see already; an agent still sees its own only. */
export async function findGrants(ctx: Context, ids: readonly string[]): Promise<Map<string, Grant>> {
  const { actor } = ctx;
  const seen = actor.kind === 'agent' ? ids.filter((id) => id === actor.grantId) : [...new Set(ids)];
  return findRowsById(ctx.em, Grant, seen);
}

/** Agents by id in one query, for grants that the caller may see already. */
export function findAgents(ctx: Context, ids: readonly string[]): Promise<Map<string, Agent>> {
  return findRowsById(ctx.em, Agent, ids);
}

/** A key as people see it: without its hash. */
export type ApiKeyView = Omit<ApiKey, 'keyHash'>;

/** The keys of many grants, newest first, by grant id. One query. */
export async function keysOf(ctx: Context, grantIds: readonly string[]): Promise<Map<string, ApiKeyView[]>> {
  const keys = await ctx.em.find(ApiKey, { grantId: { $in: [...new Set(grantIds)] } }, { orderBy: { createdAt: 'desc', id: 'desc' } });
  return Map.groupBy(keys, (key) => key.grantId);
}
