import type { Context } from '../../context.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { publicationsIn } from './live-job.ts';

/** Puts what a job has yet to send on the queue for its time, in the same transaction as the change that causes it. */
export async function enqueuePending(ctx: Context, job: PublishJob): Promise<void> {
  const now = ctx.clock.now();
  for (const { id, state, nextAttemptAt } of await publicationsIn(ctx, job.id)) {
    if (state !== 'pending') continue;
    const startAfter = [job.scheduledAt, job.quietUntil, nextAttemptAt]
      .filter((time) => time != null && time > now)
      .sort((a, b) => Number(b) - Number(a))[0];
    await ctx.queue.enqueue(ctx.em, id, startAfter ?? undefined);
  }
}
