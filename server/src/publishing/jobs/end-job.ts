import { requireScope, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { endStandingOfDraft } from '../../approvals/standing/end-standing.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { releaseHolds } from '../../credits/credit-holds.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { FirstComment } from '../first-comment.entity.ts';
import type { Publication } from '../publication.entity.ts';
import type { JobEnding, PublishJob } from '../publish-job.entity.ts';
import { loadJob } from './job-queries.ts';
import { publicationsIn } from './load-job.ts';
import { moveJob, movePublication, refuseSent, returnToDraft, rollUpJob } from './roll-up-job.ts';

/** Cancels a whole job permanently, with its reason. The caller has locked the draft, and nothing was sent. */
export async function endJob(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  await cancelPublications(ctx, await publicationsIn(ctx, job.id));
  moveJob(ctx, job, 'cancelled');
  await noteEnding(ctx, job, ending);
  await ctx.em.flush();
}

/** Records why a job ends. A person who ends it rejects its content, and ends the standing approval behind it. */
async function noteEnding(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  job.ending = ending;
  if (ctx.actor.kind !== 'user') return;
  job.isRefused = true;
  await endStandingOfDraft(ctx, job.draftId);
}

/** Cancels the unsent ones of a job's publications and refunds their credits. Returns how many. */
export async function cancelPublications(ctx: Context, publications: readonly Publication[]): Promise<number> {
  const waiting = publications.filter(({ state }) => state === 'pending');
  for (const publication of waiting) {
    movePublication(publication, 'cancelled');
    publication.nextAttemptAt = null;
  }
  await ctx.em.flush();
  await endFirstComments(ctx, waiting);
  await releaseHolds(
    ctx,
    waiting.map(({ id }) => id),
  );
  return waiting.length;
}

/** Ends the first comments of publications that failed or were cancelled; they exist from the first attempt on. */
export async function endFirstComments(ctx: Context, publications: readonly Publication[]): Promise<void> {
  const tried = publications.flatMap(({ id, attempts }) => (attempts > 0 ? [id] : []));
  if (tried.length === 0) return;
  const words = toStoredMessage(say`The post failed or was cancelled.`);
  await ctx.em.nativeUpdate(
    FirstComment,
    { publicationId: { $in: tried }, state: { $in: ['waiting', 'unknown'] } },
    { state: 'failed', nextAttemptAt: null, endedAt: ctx.clock.now(), ...words },
  );
}

/**
 * Ends what is left of a job that was cancelled while it was under way: 0.7 freed its publication when the lease ran out. Returns
 * the state of `publication`.
 */
export async function endCancelled(
  ctx: Context,
  job: PublishJob,
  { draft, publication }: { draft: LockedDraft; publication: Publication },
): Promise<Publication['state']> {
  const publications = await publicationsIn(ctx, job.id);
  await cancelPublications(ctx, publications);
  await rollUpJob(ctx, job, draft, publications);
  return publication.state;
}

/**
 * Clears a live job for new content: pending publications are cancelled, the approval is superseded, and remaining
 * queue entries find nothing to send. `invalid_state` once anything was sent.
 */
export async function emptyJob(ctx: Context, job: PublishJob, draft: LockedDraft): Promise<void> {
  const publications = await publicationsIn(ctx, job.id);
  refuseSent(job, publications);
  await cancelPublications(ctx, publications);
  for (const publication of publications) publication.supersededAt = ctx.clock.now();
  moveJob(ctx, job, 'blocked');
  Object.assign(job, { quietUntil: null, cancelledAt: null });
  await ctx.em.flush();
  await returnToDraft(ctx, draft);
}

/**
 * Cancels what has not been sent, an upload before the post itself included; a post on its way completes without a retry, and
 * what was sent stays sent. A person's cancellation rejects the content. `invalid_state` if nothing is left to cancel. Needs a
 * transaction and `jobs:write`.
 */
export async function cancelJob(ctx: Context, jobId: string): Promise<PublishJob> {
  assertTransaction(ctx);
  const job = await loadJob(ctx, jobId);
  requireScope(ctx, 'jobs:write');
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'write');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const cancelled = await cancelPublications(ctx, publications);
  const isUnderWay = publications.some(({ state }) => state === 'leased' || state === 'sent' || state === 'unknown');
  if (cancelled === 0 && (!isUnderWay || job.cancelledAt)) {
    throw new DomainError('invalid_state', {
      message: say`The publish job is ${job.state}; nothing of it is left to cancel.`,
      remedy: say`No action is needed. What is published stays published.`,
      details: { from: job.state, to: 'cancelled' },
    });
  }
  job.cancelledAt = ctx.clock.now();
  await noteEnding(ctx, job, 'withdrawn');
  await rollUpJob(ctx, job, draft, publications);
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publish_job.cancelled',
    subjectId: job.id,
    details: { draftId: draft.id, publications: cancelled },
  });
  return job;
}
