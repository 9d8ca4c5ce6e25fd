import type { Context } from '../../context.ts';
import { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** Queues the jobs' pending publications for their time, except held ones, in the transaction that causes it. */
export async function enqueuePending(
  ctx: Context,
  jobs: readonly PublishJob[],
  isHeld: (publication: Publication) => boolean = () => false,
): Promise<void> {
  if (jobs.length === 0) return;
  await ctx.em.flush();
  const now = ctx.clock.now();
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const where = { jobId: { $in: [...byId.keys()] }, state: 'pending' as const };
  for (const publication of await ctx.em.find(Publication, where, { orderBy: { id: 'asc' }, refresh: true })) {
    if (isHeld(publication)) continue;
    const job = byId.get(publication.jobId);
    const startAfter = [job?.scheduledAt, job?.quietUntil, publication.nextAttemptAt]
      .filter((time) => time != null && time > now)
      .sort((a, b) => Number(b) - Number(a))[0];
    await ctx.queue.enqueue(ctx.em, publication, startAfter ?? undefined);
  }
}
