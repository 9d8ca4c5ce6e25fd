import { supersedeApproval } from '../../approvals/supersede-approval.ts';
import type { Context } from '../../context.ts';
import { type LockedDraft, moveDraft } from '../../drafts/lock-draft.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import type { PublishJobState } from '../publish-job-states.ts';
import { moveJob } from './job-moves.ts';

type End = Extract<PublishJobState, 'published' | 'partially_published' | 'failed' | 'cancelled'>;

/**
 * Records when the first of a job's posts was published, and ends the job and its draft once all publications have
 * ended. The caller flushes.
 */
export async function rollUpJob(ctx: Context, job: PublishJob, draft: LockedDraft, publications: readonly Publication[]): Promise<void> {
  const [first] = publications.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  job.wentOutAt ??= first ?? null;
  const end = endOf(publications);
  if (end !== null) {
    moveJob(ctx, job, end);
    if (end === 'cancelled') await takeBack(ctx, draft);
    else moveDraft(ctx, draft, end);
  } else if (!publications.some(({ state }) => ['leased', 'sent', 'unknown'].includes(state))) {
    // The rest may be held by a fault of its own; the worker that takes its queue entry then parks the job.
    for (const publication of publications)
      if (publication.state === 'pending' && !publication.nextAttemptAt) await ctx.queue.enqueue(ctx.em, publication);
  }
}

/** Nothing was published: the draft becomes editable again and its approval request ends. */
export async function takeBack(ctx: Context, draft: LockedDraft): Promise<void> {
  if (draft.state === 'publishing') moveDraft(ctx, draft, 'approved');
  await supersedeApproval(ctx, draft);
  // In mode `auto` there is no approval that would reset the draft, and after a request for changes it is closed.
  if (draft.state === 'approved' || draft.state === 'scheduled' || draft.state === 'changes_requested') moveDraft(ctx, draft, 'draft');
}

function endOf(publications: readonly Publication[]): End | null {
  const count = (state: Publication['state']) => publications.filter((publication) => publication.state === state).length;
  const [published, failed, cancelled] = [count('published'), count('failed'), count('cancelled')];
  if (published + failed + cancelled < publications.length) return null;
  if (published === publications.length) return 'published';
  if (published > 0) return 'partially_published';
  return failed > 0 ? 'failed' : 'cancelled';
}
