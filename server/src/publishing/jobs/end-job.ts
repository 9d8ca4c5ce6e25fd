import { endStandingOfDraft } from '../../approvals/standing/end-standing.ts';
import type { Context } from '../../context.ts';
import { releaseHolds } from '../../credits/end-holds.ts';
import type { LockedDraft } from '../../drafts/lock-draft.ts';
import type { Publication } from '../publication.entity.ts';
import type { JobEnding, PublishJob } from '../publish-job.entity.ts';
import { moveJob, movePublication, refuseSent } from './job-moves.ts';
import { publicationsIn } from './live-job.ts';
import { takeBack } from './roll-up-job.ts';

/** Cancels a whole job permanently, with its reason. The caller has locked the draft, and nothing was sent. */
export async function endJob(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  await cancelPublications(ctx, await publicationsIn(ctx, job.id));
  moveJob(ctx, job, 'cancelled');
  await noteEnding(ctx, job, ending);
  await ctx.em.flush();
}

/** Records why a job ends. A person who ends it rejects its content, and ends the standing approval behind it. */
export async function noteEnding(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
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
  await releaseHolds(
    ctx,
    waiting.map(({ id }) => id),
  );
  return waiting.length;
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
  await takeBack(ctx, draft);
}
