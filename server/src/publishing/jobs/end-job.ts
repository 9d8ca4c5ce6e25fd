import type { Context } from '../../context.ts';
import type { JobEnding, PublishJob } from '../publish-job.entity.ts';
import { cancelPublications } from './cancel-publications.ts';
import { publicationsIn } from './live-job.ts';
import { moveJob } from './move-job.ts';

/** Calls a whole job off for good, and keeps why. The caller has locked the draft, and nothing of it was sent. */
export async function endJob(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  await cancelPublications(ctx, await publicationsIn(ctx, job.id));
  moveJob(ctx, job, 'cancelled');
  job.ending = ending;
  await ctx.em.flush();
}
