import type { Context, QueuedPublication } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';

/** A publication that has been due for so long without being touched has lost its entry. */
const GRACE_MS = 30_000;

const FIND_OVERDUE = `
  select p.id, p.platform, p.connection_id as "connectionId" from publications p join publish_jobs j on j.id = p.job_id
  where (p.state = 'pending' and j.state in ('ready', 'queued', 'publishing')
         and greatest(p.next_attempt_at, j.scheduled_at, j.quiet_until, j.updated_at) < ?)
     or (p.state = 'unknown' and p.next_attempt_at < ?)
  order by p.id limit 500`;

/** Puts publications that are due on the queue again: an entry too many is harmless, one too few is a post that never comes. */
export async function requeueOverdue(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS);
  const overdue = await ctx.em.execute<QueuedPublication[]>(FIND_OVERDUE, [before, before]);
  if (overdue.length === 0) return 0;
  await inTransaction(ctx, async (tx) => {
    for (const publication of overdue) await tx.queue.enqueue(tx.em, publication);
  });
  return overdue.length;
}
