import type { Context } from '../../context.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import type { PublishJobState } from '../publish-job-states.ts';

export const LIVE_STATES = ['blocked', 'ready', 'queued', 'publishing'] as const satisfies readonly PublishJobState[];

/** The one job of a draft that has not come to its end; null when there is none. As committed, or as this transaction left it. */
export async function liveJobOf(ctx: Context, draftId: string): Promise<PublishJob | null> {
  await ctx.em.flush();
  return ctx.em.findOne(PublishJob, { draftId, state: { $in: [...LIVE_STATES] } }, { refresh: true });
}

/** The publications of a job's newest revision, in the order of their making. */
export async function publicationsIn(ctx: Context, jobId: string): Promise<Publication[]> {
  await ctx.em.flush();
  return ctx.em.find(Publication, { jobId, supersededAt: null }, { orderBy: { id: 'asc' }, refresh: true });
}
