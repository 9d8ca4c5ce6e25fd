import { supersedeApproval } from '../../approvals/supersede-approval.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { cancelPublications } from '../jobs/cancel-publications.ts';
import { liveJobOf, publicationsIn } from '../jobs/live-job.ts';
import { refuseSent } from '../jobs/refuse-sent.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/**
 * Takes a draft's request back, because its content changes or it is put away: the live job is
 * cancelled and the approval superseded. `invalid_state` once anything of it was sent. Answers the
 * job that was cancelled.
 */
export async function withdrawDraft(ctx: Context, draft: Draft): Promise<PublishJob | null> {
  const locked = await lockDraft(ctx, draft.id);
  const job = await liveJobOf(ctx, locked.id);
  if (job) {
    const publications = await publicationsIn(ctx, job.id);
    refuseSent(job, publications);
    await cancelPublications(ctx, publications);
    await rollUpJob(ctx, job, locked, publications);
  }
  await supersedeApproval(ctx, locked);
  return job;
}
