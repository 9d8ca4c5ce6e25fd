import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { keepWords, wordsOf } from '../../languages/kept-sentence.ts';
import { Attempt } from '../attempt.entity.ts';
import { movePublication } from '../jobs/job-moves.ts';
import { jobWithPublications } from '../jobs/live-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { Publication } from '../publication.entity.ts';
import { applyOutcome } from './apply-outcome.ts';
import type { CallOutcome } from './call-platform.ts';

export interface MadeTry {
  publicationId: string;
  draftId: string;
  jobId: string;
  lease: number;
  attemptId: string;
}

/**
 * Transaction 2 of a try: what came of it, and what follows for credit, job and draft. Fenced:
 * once another worker has taken a later lease, this one has no say any more. An outcome that comes
 * after the lease ran out but before anybody took another still counts: it is the truth.
 */
export async function recordOutcome(ctx: Context, made: MadeTry, outcome: CallOutcome): Promise<Publication['state'] | null> {
  assertTransaction(ctx);
  const draft = await lockDraft(ctx, made.draftId);
  const { job, publications } = await jobWithPublications(ctx, made.jobId);
  const publication = publications.find(({ id }) => id === made.publicationId);
  // What was superseded is cancelled, and has no outcome any more.
  if (!publication) return null;
  if (publication.lease !== made.lease || !['leased', 'sent', 'unknown'].includes(publication.state)) return null;
  Object.assign(ctx.em.getReference(Attempt, made.attemptId), {
    endedAt: ctx.clock.now(),
    outcome: outcome.kind === 'unreadable' || outcome.kind === 'service_refused' ? 'unauthorized' : outcome.kind,
    ...('message' in outcome ? keepWords(wordsOf(outcome)) : { message: null }),
  });
  if (publication.state === 'leased' && ['published', 'pending', 'unknown'].includes(outcome.kind)) {
    ctx.log.error({ publicationId: publication.id }, 'a platform sent without saying so beforehand');
    movePublication(publication, 'sent');
  }
  publication.leasedUntil = null;
  await applyOutcome(ctx, { publication, job, draft }, outcome);
  await ctx.em.flush();
  await rollUpJob(ctx, job, draft, publications);
  return publication.state;
}
