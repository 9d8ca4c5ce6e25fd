import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Services } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { deleteInBatches } from '../db/writing/delete-in-batches.ts';
import { DomainError } from '../errors.ts';
import { loadEndpoint } from './endpoint-queries.ts';

/** One message, or every undelivered one whose last failed attempt is not earlier than a time. */
export type Redelivered = { deliveryId: string } | { failedSince: Date };

/**
 * Repeats messages at once: the same bytes under the same id, with a full retry schedule. A message being sent is
 * skipped. Returns how many were queued. Needs a transaction.
 */
export async function redeliver(ctx: Context, endpointId: string, which: Redelivered): Promise<number> {
  assertTransaction(ctx);
  const { id, accountId } = await loadEndpoint(ctx, endpointId);
  const now = ctx.clock.now();
  const [where, values] =
    'deliveryId' in which
      ? ['id = ?', [which.deliveryId]]
      : [`state <> 'delivered' and last_failed_at >= ? and (leased_until is null or leased_until <= ?)`, [which.failedSince, now]];
  const rows = await ctx.em.execute<unknown[]>(
    `update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = ?, leased_until = null, delivered_at = null
     where endpoint_id = ? and kind <> 'challenge' and ${where} returning 1`,
    [now, id, ...values],
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
