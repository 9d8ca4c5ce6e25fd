import type { Context } from '../../context.ts';
import { lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { say } from '../../languages/sentence.ts';
import { moveJob } from '../jobs/job-moves.ts';
import { publicationsIn } from '../jobs/live-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { fail } from './apply-outcome.ts';

/** Ends a publication whose stored payload is not what was approved. Nothing of it was sent. */
export async function refuseChangedContent(ctx: Context, publicationId: string): Promise<Publication['state']> {
  const { jobId } = await ctx.em.findOneOrFail(Publication, publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const publication = publications.find(({ id }) => id === publicationId);
  if (publication?.state !== 'pending') return publication?.state ?? 'failed';
  await fail(ctx, { publication, job, draft }, 'content_changed', say`The stored content is not what was approved. Nothing was sent.`);
  if (job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  await rollUpJob(ctx, job, draft, publications);
  return publication.state;
}
