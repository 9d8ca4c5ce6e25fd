import { endStandingOfDraft } from '../../approvals/standing/end-standing.ts';
import type { Context } from '../../context.ts';
import { releaseHolds } from '../../credits/end-holds.ts';
import type { LockedDraft } from '../../drafts/lock-draft.ts';
import type { Publication } from '../publication.entity.ts';
import type { JobEnding, PublishJob } from '../publish-job.entity.ts';
import { moveJob, movePublication, refuseSent } from './job-moves.ts';
import { publicationsIn } from './live-job.ts';
import { takeBack } from './roll-up-job.ts';

/** Calls a whole job off for good, and keeps why. The caller has locked the draft, and nothing of it was sent. */
export async function endJob(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  await cancelPublications(ctx, await publicationsIn(ctx, job.id));
  moveJob(ctx, job, 'cancelled');
  await noteEnding(ctx, job, ending);
  await ctx.em.flush();
}

/** Keeps why a job ends; a person who ends it, whichever way, says no to its words, and to the standing approval that let them through. */
export async function noteEnding(ctx: Context, job: PublishJob, ending: JobEnding): Promise<void> {
  job.ending = ending;
  if (ctx.actor.kind !== 'user') return;
  job.isRefused = true;
  await endStandingOfDraft(ctx, job.draftId);
}

/** Calls off those of a job's publications that have not been sent, and gives their credits back. Answers how many. */
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
 * Makes room in a live job for other content: what it would have sent is called off, what was asked
 * or approved is superseded, and whatever the queue holds for it finds nothing to send.
 * `invalid_state` once anything of it was sent.
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
