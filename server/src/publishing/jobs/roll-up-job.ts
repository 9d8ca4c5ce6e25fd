import { supersedeApproval } from '../../approvals/end-approvals.ts';
import type { Context } from '../../context.ts';
import { type LockedDraft, moveDraft, remedyOf } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { PUBLICATION_TRANSITIONS, type Publication, type PublicationState } from '../publication.entity.ts';
import { PUBLISH_JOB_TRANSITIONS, type PublishJob, type PublishJobState } from '../publish-job.entity.ts';
import { recordJobEvent } from './job-events.ts';

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
    if (end === 'cancelled') await returnToDraft(ctx, draft);
    else moveDraft(ctx, draft, end);
  } else if (!publications.some(({ state }) => ['leased', 'sent', 'unknown'].includes(state))) {
    // The rest may be held by a fault of its own; the worker that takes its queue entry then parks the job.
    for (const publication of publications)
      if (publication.state === 'pending' && !publication.nextAttemptAt) await ctx.queue.enqueue(ctx.em, publication);
  }
}

/** Nothing was published: the draft becomes editable again and its approval request ends. */
export async function returnToDraft(ctx: Context, draft: LockedDraft): Promise<void> {
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

/**
 * Moves a job to a state by its table; no effect if it is there already. The caller has locked the draft and
 * flushes.
 */
export function moveJob(ctx: Context, job: PublishJob, to: PublishJobState): void {
  if (job.state === to) return;
  job.state = nextState('publish job', PUBLISH_JOB_TRANSITIONS, job.state, to);
  job.updatedAt = ctx.clock.now();
  recordJobEvent(ctx, job);
}

/** Moves a publication to a state by its table. The caller has locked the draft and flushes. */
export function movePublication(publication: Publication, to: PublicationState): void {
  publication.state = nextState('publication', PUBLICATION_TRANSITIONS, publication.state, to);
}

/** A gate is closed: the job waits until something changes. The caller flushes. */
export function parkJob(ctx: Context, job: PublishJob, draft: LockedDraft): void {
  moveJob(ctx, job, 'blocked');
  if (draft.state === 'scheduled') moveDraft(ctx, draft, 'approved');
}

/** Throws `invalid_state` once anything of the job was sent or is being sent: its draft is final. */
export function refuseSent(job: PublishJob, publications: readonly Publication[]): void {
  const sent = publications.find(({ state }) => state !== 'pending');
  if (!sent) return;
  throw new DomainError('invalid_state', {
    message: say`A publication of this draft is already ${sent.state}; the draft can no longer be changed.`,
    remedy: remedyOf(sent.state === 'published' ? 'published' : 'publishing'),
    details: { publish_job_id: job.id, publication_state: sent.state },
  });
}
