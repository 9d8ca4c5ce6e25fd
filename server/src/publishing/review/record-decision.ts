import type { Approval } from '../../approvals/approval.entity.ts';
import { type DecideApprovalInput, decideApproval } from '../../approvals/decide-approval.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { cancelPublications } from '../jobs/cancel-publications.ts';
import { liveJobOf, publicationsIn } from '../jobs/live-job.ts';
import { moveJob } from '../jobs/move-job.ts';

/** A person's decision and what follows from it: the job's way on, or its end. Needs a transaction. */
export async function recordDecision(ctx: Context, input: DecideApprovalInput): Promise<Approval> {
  assertTransaction(ctx);
  const { approval, draft } = await decideApproval(ctx, input);
  if (approval.state === 'pending') return approval;
  const job = await liveJobOf(ctx, draft.id);
  if (!job || job.approvalId !== approval.id) return approval;
  if (approval.state === 'approved') {
    await advanceJob(ctx, job.id);
    return approval;
  }
  await cancelPublications(ctx, await publicationsIn(ctx, job.id));
  moveJob(ctx, job, 'cancelled');
  await ctx.em.flush();
  return approval;
}
