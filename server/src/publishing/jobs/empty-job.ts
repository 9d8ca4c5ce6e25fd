import type { Context } from '../../context.ts';
import type { LockedDraft } from '../../drafts/lock-draft.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { cancelPublications } from './cancel-publications.ts';
import { publicationsIn } from './live-job.ts';
import { moveJob } from './move-job.ts';
import { refuseSent } from './refuse-sent.ts';
import { takeBack } from './roll-up-job.ts';

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
