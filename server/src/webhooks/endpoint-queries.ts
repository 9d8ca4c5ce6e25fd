import { LockMode } from '@mikro-orm/postgresql';
import { canIn, requireScope, requireWorkspaceOrArchived } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The workspace, archived or not: an agent needs the scope, a person must own the account. */
export async function requireWebhooks(ctx: Context, workspaceId: string): Promise<Workspace> {
  requireScope(ctx, 'webhooks:write');
  return requireWorkspaceOrArchived(ctx, workspaceId, ctx.actor.kind === 'agent' ? 'read' : 'manage');
}

/** Whether a caller who may see the workspace may also see its endpoints. */
export function mayManageWebhooks(ctx: Context, accountId: string): boolean {
  return ctx.actor.kind === 'agent' ? ctx.actor.scopes.includes('webhooks:write') : canIn(ctx, accountId, 'manage');
}

/** One that the caller may manage, agents their own alone; a foreign one and an unknown one are the same `not_found`. */
export async function loadEndpoint(ctx: Context, id: string, { isLocked = false } = {}): Promise<WebhookEndpoint> {
  const endpoint = await ctx.em.findOne(WebhookEndpoint, id, isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {});
  const { actor } = ctx;
  if (!endpoint || (actor.kind === 'agent' && endpoint.grantId !== actor.grantId)) throw new DomainError('not_found');
  await requireWebhooks(ctx, endpoint.workspaceId);
  return endpoint;
}

export async function listEndpoints(ctx: Context, workspaceId: string): Promise<WebhookEndpoint[]> {
  await requireWebhooks(ctx, workspaceId);
  const own = ctx.actor.kind === 'agent' ? { grantId: ctx.actor.grantId } : {};
  return ctx.em.find(WebhookEndpoint, { workspaceId, ...own }, { orderBy: { id: 'asc' } });
}

/** An endpoint's sent and waiting deliveries, newest first. */
export async function listDeliveries(
  ctx: Context,
  endpointId: string,
  { state, ...request }: PageRequest & { state?: WebhookDelivery['state'] | null },
): Promise<Page<WebhookDelivery>> {
  const { id } = await loadEndpoint(ctx, endpointId);
  return findPage(
    ctx.em,
    WebhookDelivery,
    { endpointId: id, ...(state ? { state } : {}) },
    {
      ...request,
      cursors: cursorsOf(ctx, 'deliveries', id),
      order: 'desc',
    },
  );
}
