import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { loadJob } from './job-queries.ts';

/** A publication the caller may read, and its job; a foreign one and an unknown one are the same `not_found`. */
export async function loadPublication(ctx: Context, publicationId: string): Promise<{ publication: Publication; job: PublishJob }> {
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const publication = await ctx.em.findOne(Publication, publicationId);
  if (!publication) throw new DomainError('not_found');
  return { publication, job: await loadJob(ctx, publication.jobId) };
}
