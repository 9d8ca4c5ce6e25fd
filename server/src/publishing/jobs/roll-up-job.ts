import { supersedeApproval } from '../../approvals/supersede-approval.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { moveDraft } from '../../drafts/move-draft.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import type { PublishJobState } from '../publish-job-states.ts';
import { moveJob } from './move-job.ts';

type End = Extract<PublishJobState, 'published' | 'partially_published' | 'failed' | 'cancelled'>;

/** Ends a job, and its draft with it, once each of its publications has come to an end. */
export async function rollUpJob(ctx: Context, job: PublishJob, draft: Draft, publications: readonly Publication[]): Promise<void> {
  const end = endOf(publications);
  if (end === null) return;
  moveJob(ctx, job, end);
  if (end === 'cancelled') await takeBack(ctx, draft);
  else moveDraft(ctx, draft, end);
  await ctx.em.flush();
}

/** Nothing went out: the draft is a draft again, and nobody is asked any more. */
async function takeBack(ctx: Context, draft: Draft): Promise<void> {
  if (draft.state === 'publishing') moveDraft(ctx, draft, 'approved');
  await supersedeApproval(ctx, draft);
  // In mode `auto` there is no approval that would take the draft back.
  if (draft.state === 'approved' || draft.state === 'scheduled') moveDraft(ctx, draft, 'draft');
}

function endOf(publications: readonly Publication[]): End | null {
  const count = (state: Publication['state']) => publications.filter((publication) => publication.state === state).length;
  const [published, failed, cancelled] = [count('published'), count('failed'), count('cancelled')];
  if (published + failed + cancelled < publications.length) return null;
  if (published === publications.length) return 'published';
  if (published > 0) return 'partially_published';
  return failed > 0 ? 'failed' : 'cancelled';
}
