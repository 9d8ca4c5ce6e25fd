import { expireApprovals } from '../approvals/expire-approvals.ts';
import type { Services } from '../context.ts';
import { grantDueAllowances } from '../credits/grant-due-allowances.ts';
import { inTransaction } from '../db/transaction.ts';
import { advanceReadyJobs } from './jobs/advance-ready-jobs.ts';
import { endJob } from './jobs/end-job.ts';
import { liveJobOf } from './jobs/live-job.ts';
import { purgeQuotaUses } from './quotas/take-quota.ts';
import { expireLeases } from './sending/expire-leases.ts';
import { requeueOverdue } from './sending/requeue-overdue.ts';
import { systemContext } from './system-context.ts';

export interface SweepReport {
  /** Leases that ran out. */
  expiredLeases: number;
  /** Publications that were due and had no entry on the queue, or a lost one. */
  requeued: number;
  /** Waiting jobs whose gates are open now. */
  advanced: number;
  /** Approvals whose time ran out. */
  expiredApprovals: number;
  /** Counts of platforms' limits that no window reaches any more. */
  purgedQuotaUses: number;
  /** Accounts that got this month's allowance. */
  allowances: number;
}

/** Finds whatever has been left lying and moves it on. Safe to run at any time, in any number of processes at once. */
export async function sweep(services: Services): Promise<SweepReport> {
  const ctx = systemContext(services);
  return {
    expiredLeases: await expireLeases(services),
    expiredApprovals: await endExpiredApprovals(services),
    allowances: await grantDueAllowances(ctx),
    advanced: await advanceReadyJobs(ctx, null),
    requeued: await requeueOverdue(ctx),
    purgedQuotaUses: await purgeQuotaUses(ctx),
  };
}

/** Approvals whose time is over, and with them the jobs that waited for them or went out under them. */
async function endExpiredApprovals(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const expired = await expireApprovals(tx);
    for (const { approvalId, draftId } of expired) {
      const job = await liveJobOf(tx, draftId);
      if (job?.approvalId !== approvalId) continue;
      await endJob(tx, job, 'expired');
    }
    return expired.length;
  });
}
