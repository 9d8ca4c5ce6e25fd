import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { IntentOwner } from '../../platforms/platform.ts';
import { Publication } from '../publication.entity.ts';
import { LIVE_STATES, PublishJob } from '../publish-job.entity.ts';
import { loadJob } from './job-queries.ts';

/** A draft's live job; null if there is none. As committed, or as changed by this transaction. */
export async function liveJobOf(ctx: Context, draftId: string): Promise<PublishJob | null> {
  await ctx.em.flush();
  return ctx.em.findOne(PublishJob, { draftId, state: { $in: [...LIVE_STATES] } }, { refresh: true });
}

/** The publications of a job's newest revision, in creation order. */
export async function publicationsIn(ctx: Context, jobId: string): Promise<Publication[]> {
  await ctx.em.flush();
  return ctx.em.find(Publication, { jobId, supersededAt: null }, { orderBy: { id: 'asc' }, refresh: true });
}

/**
 * The publication whose id the intent uses: the job's first for this account, if no attempt was made since. A
 * post keeps its ids when its text changes, so a database restored from before the change finds it by them.
 */
export async function intentOwnerOf({ em }: Pick<Context, 'em'>, { revision }: PublishJob, publication: Publication): Promise<IntentOwner> {
  if (revision === 1) return publication;
  const { id, jobId, platform, connectionId } = publication;
  const earlier = await em.find(Publication, { id: { $lt: id }, jobId, platform, connectionId }, { orderBy: { id: 'desc' } });
  const tried = earlier.findIndex(({ attempts, intent }) => attempts > 0 || intent);
  return (tried === -1 ? earlier : earlier.slice(0, tried)).at(-1) ?? publication;
}

/** A publication the caller may read, and its job; a foreign one and an unknown one are the same `not_found`. */
export async function loadPublication(ctx: Context, publicationId: string): Promise<{ publication: Publication; job: PublishJob }> {
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const publication = await ctx.em.findOne(Publication, publicationId);
  if (!publication) throw new DomainError('not_found');
  return { publication, job: await loadJob(ctx, publication.jobId) };
}
