import { LockMode } from '@mikro-orm/postgresql';
import { canIn, requireScope, requireWorkspaceOrArchived } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Services } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { deleteInBatches } from '../db/insert-rows.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.ts';

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

/** One message, or every undelivered one whose last failed attempt is not earlier than a time. */
type Redelivered = { deliveryId: string } | { failedSince: Date };

/**
 * Repeats messages at once: the same bytes under the same id, with a full retry schedule. A message being sent is
 * skipped. Returns how many were queued. Needs a transaction.
 */
export async function redeliver(ctx: Context, endpointId: string, which: Redelivered): Promise<number> {
  assertTransaction(ctx);
  const { id, accountId } = await loadEndpoint(ctx, endpointId);
  const now = ctx.clock.now();
  const rows = await query(
    ctx.em,
    tables
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: now, leased_until: null, delivered_at: null })
      .where('endpoint_id', '=', id)
      .where('kind', '<>', 'challenge')
      .where(({ and, eb, or }) =>
        'deliveryId' in which
          ? eb('id', '=', which.deliveryId)
          : and([
              eb('state', '<>', 'delivered'),
              eb('last_failed_at', '>=', which.failedSince),
              or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]),
            ]),
      )
      .returning('id'),
  );
  if ('deliveryId' in which && rows.length === 0) throw new DomainError('not_found');
  await recordAudit(ctx, { accountId, action: 'webhook.redelivered', subjectId: id, details: { deliveries: rows.length } });
  return rows.length;
}

const KEPT_DAYS = 30;

/** Scheduled task: the log is kept for 30 days. */
export function purgeDeliveries({ orm, clock }: Services): Promise<number> {
  const oldest = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
  return deleteInBatches(orm.em.fork(), { table: 'webhook_deliveries', where: 'created_at < ?', values: [oldest] });
}
