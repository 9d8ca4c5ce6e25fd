import { supersedeApproval } from '../../approvals/supersede-approval.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { endJob } from '../jobs/end-job.ts';
import { liveJobOf, publicationsIn } from '../jobs/live-job.ts';
import { refuseSent } from '../jobs/refuse-sent.ts';
import { takeBack } from '../jobs/roll-up-job.ts';

/** Takes a draft's request back for good, because it is put away: its job ends. `invalid_state` once anything of it was sent. */
export async function withdrawDraft(ctx: Context, draft: Draft): Promise<void> {
  const locked = await lockDraft(ctx, draft.id);
  const job = await liveJobOf(ctx, locked.id);
  if (!job) {
    await supersedeApproval(ctx, locked);
    return;
  }
  refuseSent(job, await publicationsIn(ctx, job.id));
  await endJob(ctx, job, 'archived');
  await takeBack(ctx, locked);
}
