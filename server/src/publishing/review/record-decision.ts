import type { Approval } from '../../approvals/approval.entity.ts';
import { type DecideApprovalInput, decideApproval } from '../../approvals/decide-approval.ts';
import { endStandingOfDraft } from '../../approvals/standing/end-standing.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { advanceOwnJob } from '../jobs/advance-job.ts';
import { endJob } from '../jobs/end-job.ts';
import { recordJobEvent } from '../jobs/job-events.ts';
import { liveJobOf } from '../jobs/load-job.ts';

/**
 * Records a person's decision with its consequences: the job continues, waits for changes, or ends. Needs a
 * transaction.
 */
export async function recordDecision(ctx: Context, input: DecideApprovalInput): Promise<Approval> {
  assertTransaction(ctx);
  const { approval, draft } = await decideApproval(ctx, input);
  if (approval.state === 'pending') return approval;
  const job = await liveJobOf(ctx, draft.id);
  if (!job || job.approvalId !== approval.id) return approval;
  if (approval.state === 'approved') {
    const advanced = await advanceOwnJob(ctx, job, draft);
    // It was blocked before by the missing decision: its new obstacle is an event.
    if (advanced.job.state === 'blocked') recordJobEvent(ctx, advanced.job);
  }
  if (approval.state === 'rejected') await endJob(ctx, job, 'rejected');
  if (approval.state === 'changes_requested') await endStandingOfDraft(ctx, draft.id);
  return approval;
}
