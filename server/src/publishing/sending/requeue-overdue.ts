import type { Context, QueuedPublication } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PUBLISH_QUEUE } from '../publish-queue.ts';

/** A publication that is due for this long, untouched and without a queue entry, has lost it. */
const GRACE_MS = 30_000;
const AT_ONCE = 500;

/**
 * Publications that wait for a slot of their connection still have their queue entry. Adding another on each run
 * would pile up entries of a network that hangs and fill the limit, so other lost entries would not be found. The
 * queue has an index for each half of `entries`.
 */
const FIND_OVERDUE = `
  with overdue as materialized (
    select p.id, p.platform, p.connection_id from publish_jobs j join publications p on p.job_id = j.id
    where j.state in ('ready', 'queued', 'publishing') and greatest(j.scheduled_at, j.quiet_until, j.updated_at) < ?
      and p.state = 'pending' and (p.next_attempt_at is null or p.next_attempt_at < ?)
    union all
    select id, platform, connection_id from publications where state = 'unknown' and next_attempt_at < ?
  ), entries as (
    select data->>'publicationId' as id from pgboss.job
    where name = ? and state < 'active' and not blocked and start_after <= now()
    union all
    select data->>'publicationId' from pgboss.job where name = ? and state = 'active' and group_id is not null
  )
  select o.id, o.platform, o.connection_id as "connectionId" from overdue o
  where not exists (select from entries e where e.id = o.id)
  order by o.id limit ?`;

/**
 * Requeues due publications without a queue entry: an extra entry is harmless, a missing one is a post that never
 * arrives.
 */
export async function requeueOverdue(ctx: Context, atOnce = AT_ONCE): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS);
  const overdue = await ctx.em.execute<QueuedPublication[]>(FIND_OVERDUE, [before, before, before, PUBLISH_QUEUE, PUBLISH_QUEUE, atOnce]);
  if (overdue.length === 0) return 0;
  await inTransaction(ctx, async (tx) => {
    for (const publication of overdue) await tx.queue.enqueue(tx.em, publication);
  });
  return overdue.length;
}
