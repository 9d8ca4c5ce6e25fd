import { expireApproval, expireApprovals } from '../approvals/end-approvals.ts';
import type { Context, Services } from '../context.ts';
import { accountsInNewMonth } from '../credits/budget-queries.ts';
import { grantDueAllowances, periodOf } from '../credits/grant-allowance.ts';
import { isOutage, logFault } from '../db/database-faults.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { literal, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { advancePage } from './jobs/advance-page.ts';
import { cancelPublications, endJob } from './jobs/end-job.ts';
import { liveJobOf, publicationsIn } from './jobs/load-job.ts';
import { rollUpJob } from './jobs/roll-up-job.ts';
import { PublishJob } from './publish-job.entity.ts';
import { expireLeases, requeueOverdue } from './sending/expire-leases.ts';
import { purgeQuotaUses } from './sending/take-quota.ts';
import { keepStanding, type StandingRound } from './standing/keep-standing.ts';

export interface SweepReport {
  /** Leases that ran out. */
  expiredLeases: number;
  /** Due publications without a queue entry. */
  requeued: number;
  /** Waiting jobs whose gates were found open without an event. */
  advanced: number;
  /** Expired approvals. */
  expiredApprovals: number;
  /** Ended standing approvals, and posts of theirs that now need a decision. */
  standing: { ended: number; asked: number };
  /** Expired usage of platform quotas. */
  purgedQuotaUses: number;
  /** Accounts that got this month's allowance. */
  allowances: number;
}

/** A process's cursors of the reconciler. */
export interface SweepRound extends StandingRound {
  after: string;
  /** The month, in UTC, that was last seen. */
  period: string | null;
  /** When new months were last checked; null before the first time. */
  monthsSeenAt: Date | null;
}

export const newSweepRound = (): SweepRound => ({ after: '', heldAfter: '', period: null, monthsSeenAt: null });

/**
 * Finds work that was left behind and continues it. Safe to run at any time, in any number of processes. Jobs that
 * wait for a change are notified of it; only one page of them is checked on each run, so its cost does not grow with
 * the number of waiting jobs and each is reached eventually. A step that fails is logged and holds up no other; throws when
 * the database is away.
 */
export async function sweep(services: Services, round: SweepRound = newSweepRound()): Promise<SweepReport> {
  const ctx = systemContext(services);
  const step = async <T>(name: string, otherwise: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isOutage(error)) throw error;
      logFault(services.log, error, { step: name }, 'a step of the reconciler failed; it is repeated');
      return otherwise;
    }
  };
  await step('months', undefined, () => announceNewPeriod(ctx, round));
  return {
    expiredLeases: await step('leases', 0, () => expireLeases(services)),
    expiredApprovals: await step('approvals', 0, () => endExpiredApprovals(services)),
    standing: await step('standing', { ended: 0, asked: 0 }, () => keepStanding(services, round)),
    allowances: await step('allowances', 0, () => grantDueAllowances(ctx)),
    advanced: await step('waiting jobs', 0, () => lookAtNextPage(ctx, round)),
    requeued: await step('overdue', 0, () => requeueOverdue(ctx)),
    purgedQuotaUses: await step('quotas', 0, () => purgeQuotaUses(ctx)),
  };
}

async function lookAtNextPage(ctx: Context, round: SweepRound): Promise<number> {
  const { advanced, after } = await advancePage(ctx, null, round.after);
  round.after = after ?? '';
  return advanced;
}

/** Gates also open without an event: a month's limits are reset, and a new version may have other rules. */
async function announceNewPeriod(ctx: Context, round: SweepRound): Promise<void> {
  const now = ctx.clock.now();
  const period = periodOf(now);
  const isNew = round.period !== period;
  // A budget's month starts by the workspace's time zone.
  const accountIds = isNew || !round.monthsSeenAt ? [] : await accountsInNewMonth(ctx, round.monthsSeenAt);
  for (const accountId of isNew ? [null] : accountIds) await inTransaction(ctx, (tx) => gatesMayHaveOpened(tx, accountId));
  round.period = period;
  round.monthsSeenAt = now;
}

/** Expires approvals that are overdue, and ends the jobs that depended on them. */
async function endExpiredApprovals(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const expired = await expireApprovals(tx);
    for (const { approvalId, draftId } of expired) {
      const job = await liveJobOf(tx, draftId);
      if (job?.approvalId !== approvalId) continue;
      await endJob(tx, job, 'expired');
    }
    return expired.length + (await cancelExpiredRemainders(tx));
  });
}

const expiredRemainders = (now: Date) =>
  tables
    .selectFrom('drafts as d')
    .innerJoin('publish_jobs as j', 'j.draft_id', 'd.id')
    .innerJoin('approvals as a', 'a.id', 'j.approval_id')
    .select(['j.id', 'j.draft_id as draftId'])
    .where('d.state', '=', literal('publishing'))
    .where('j.state', '=', literal('blocked'))
    .where('a.expires_at', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('publications as p')
          .select('p.id')
          .whereRef('p.job_id', '=', 'j.id')
          .where('p.superseded_at', 'is', null)
          .where('p.state', '=', literal('pending')),
      ),
    )
    .orderBy('j.id')
    .limit(100)
    .forUpdate('d')
    .skipLocked();

/** Cancels what is left of jobs that were begun and whose approval has expired: held targets, and attempts that failed. */
async function cancelExpiredRemainders(ctx: Context): Promise<number> {
  const jobs = await query(ctx.em, expiredRemainders(ctx.clock.now()));
  for (const { id, draftId } of jobs) {
    const draft = await lockDraft(ctx, draftId);
    const job = await ctx.em.findOneOrFail(PublishJob, id, { refresh: true });
    const publications = await publicationsIn(ctx, id);
    await cancelPublications(ctx, publications);
    job.ending = 'expired';
    if (job.approvalId && publications.every(({ state }) => state === 'cancelled')) await expireApproval(ctx, job.approvalId);
    await rollUpJob(ctx, job, draft, publications);
  }
  return jobs.length;
}
