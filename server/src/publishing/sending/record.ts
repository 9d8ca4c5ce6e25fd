import type { Context } from '../../context.ts';
import { settleHolds } from '../../credits/end-holds.ts';
import { limitLockWaits } from '../../db/time-limits.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDrafts } from '../../drafts/lock-draft.ts';
import { keepWords, wordsOf } from '../../languages/kept-sentence.ts';
import { Attempt } from '../attempt.entity.ts';
import { movePublication } from '../jobs/job-moves.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import { Publication } from '../publication.entity.ts';
import type { PublicationState } from '../publication-states.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { applyOutcome, notePublished } from './apply-outcome.ts';
import type { CallOutcome, Ended } from './try.ts';

/**
 * Transaction 2 of an attempt, for any number of them: the outcome and its consequences for credits, job and draft.
 * Returns the new state by attempt id; null if a later lease exists, which makes this outcome void. An outcome after
 * the lease expired, but before another was taken, still counts. A batch of several skips locked rows and accepts
 * only published outcomes: others may lock connections and balances in another order.
 */
export async function record(ctx: Context, ended: readonly Ended[]): Promise<Map<string, PublicationState | null>> {
  assertTransaction(ctx);
  const isBatch = ended.length > 1;
  if (isBatch) await limitLockWaits(ctx.em);
  const tries = isBatch ? ended.filter(({ outcome }) => outcome.kind === 'published') : ended;
  const draftIds = tries.map(({ made }) => made.draftId);
  const drafts = new Map((await lockDrafts(ctx, draftIds, { skipLocked: isBatch })).map((draft) => [draft.id, draft]));
  const jobIds = tries.flatMap(({ made }) => (drafts.has(made.draftId) ? [made.jobId] : []));
  const jobs = new Map((await ctx.em.find(PublishJob, { id: { $in: jobIds } }, { refresh: true })).map((job) => [job.id, job]));
  const current = { jobId: { $in: jobIds }, supersededAt: null };
  const publications = await ctx.em.find(Publication, current, { orderBy: { id: 'asc' }, refresh: true });

  const states = new Map<string, PublicationState | null>();
  const moved = new Set<PublishJob>();
  const paid: string[] = [];
  for (const { made, outcome } of tries) {
    const [job, draft] = [jobs.get(made.jobId), drafts.get(made.draftId)];
    if (!job || !draft) continue;
    // Superseded publications are cancelled and get no outcome.
    const publication = publications.find(({ id }) => id === made.publicationId);
    if (!publication || !isStillTheirs(publication, made)) {
      states.set(made.attemptId, null);
      continue;
    }
    noteAttempt(ctx, made.attemptId, outcome);
    if (publication.state === 'leased' && ['published', 'pending', 'unknown'].includes(outcome.kind)) {
      ctx.log.error({ publicationId: publication.id }, 'a platform sent without saying so beforehand');
      movePublication(publication, 'sent');
    }
    publication.leasedUntil = null;
    if (outcome.kind === 'published') {
      await notePublished(ctx, { publication, job, draft }, outcome);
      paid.push(publication.id);
    } else await applyOutcome(ctx, { publication, job, draft }, outcome);
    moved.add(job);
    states.set(made.attemptId, publication.state);
  }
  for (const job of moved) {
    const draft = drafts.get(job.draftId);
    if (draft)
      await rollUpJob(
        ctx,
        job,
        draft,
        publications.filter(({ jobId }) => jobId === job.id),
      );
  }
  await ctx.em.flush();
  if (paid.length > 0) await settleHolds(ctx, paid);
  return states;
}

function isStillTheirs({ lease, state }: Publication, made: Ended['made']): boolean {
  return lease === made.lease && ['leased', 'sent', 'unknown'].includes(state);
}

function noteAttempt(ctx: Context, attemptId: string, outcome: CallOutcome): void {
  Object.assign(ctx.em.getReference(Attempt, attemptId), {
    endedAt: ctx.clock.now(),
    outcome: outcome.kind === 'unreadable' || outcome.kind === 'service_refused' ? 'unauthorized' : outcome.kind,
    ...('message' in outcome ? keepWords(wordsOf(outcome)) : { message: null }),
  });
}
