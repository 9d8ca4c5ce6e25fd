import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/database-faults.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readServiceState } from '../../launch/launch-queries.ts';
import { evaluateGates, outlookOf } from '../gates.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { advanceJobs } from './advance-job.ts';
import { type CreditBudgets, readBudgets } from './credit-budgets.ts';
import { findWaiting, type Waiting } from './find-waiting.ts';
import { isRetimed } from './readiness.ts';

/** Few enough not to block the process. */
const LOOKED_AT_A_PAGE = 50;

export interface AdvancedPage {
  /** The number of jobs whose gates were all evaluated. */
  looked: number;
  advanced: number;
  /** The cursor of the next page; null at the end. */
  after: string | null;
}

/**
 * Evaluates a page of jobs that need no decision, of one account or of all, and advances those whose gates have
 * opened: as many as there are credits for, oldest first. Jobs that one query shows to be blocked are skipped.
 */
export async function advancePage(ctx: Context, accountId: string | null, after: string): Promise<AdvancedPage> {
  const em = forkAsOwner(ctx.orm);
  // Resuming the service is announced; until then nothing can open.
  if ((await readServiceState(em)).stop) return { looked: 0, advanced: 0, after: null };
  const page = await findWaiting({ ...ctx, em }, accountId, after);
  const budgets = await readBudgets({ ...ctx, em }, page.jobs);
  const now = ctx.clock.now();
  const open = page.jobs.filter((job) => mayBeOpen(job, budgets, now));
  const looked = open.slice(0, LOOKED_AT_A_PAGE);
  const advanced = await advanceThose({ ...ctx, em }, looked, budgets);
  const cut = open.length > looked.length ? looked.at(-1) : undefined;
  return { looked: looked.length, advanced, after: cut ? cut.cursor : page.after };
}

/** False if the job certainly keeps waiting, known without evaluating all of its gates. */
function mayBeOpen(job: Waiting, budgets: CreditBudgets, now: Date): boolean {
  // It is queued for its time; only changed quiet hours affect that.
  if (job.state === 'ready') return isRetimed(job, { ...job, now });
  const isForLater = job.scheduledAt !== null && job.scheduledAt > now;
  return job.unpaid === 0 || job.unpaid <= (isForLater ? budgets.availableTo(job) : budgets.leftTo(job));
}

async function advanceThose(ctx: Context, waiting: readonly Waiting[], budgets: CreditBudgets): Promise<number> {
  const jobs = await ctx.em.find(PublishJob, { id: { $in: waiting.map(({ id }) => id) } }, { orderBy: { accountId: 'asc', id: 'asc' } });
  // First without locks, since most keep waiting.
  const snapshots = await loadGateSnapshots(ctx, jobs);
  const open = jobs.filter((job) => {
    const snapshot = snapshots.get(job.id);
    if (!snapshot) return false;
    const outlook = outlookOf(evaluateGates(snapshot));
    return outlook === 'open' ? budgets.take(job, snapshot.credits.required) : outlook === 'later';
  });
  return advanceAll(
    ctx,
    open.map(({ id }) => id),
  );
}

/** In one batch; if that fails, one by one, so a job's fault is its own. Returns how many advanced. */
async function advanceAll(ctx: Context, jobIds: readonly string[]): Promise<number> {
  if (jobIds.length === 0) return 0;
  try {
    await inTransaction(ctx, (tx) => advanceJobs(tx, jobIds));
    return jobIds.length;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (jobIds.length === 1) {
      ctx.log.error({ err: error, jobId: jobIds[0] }, 'a waiting job could not be advanced; it is looked at again');
      return 0;
    }
  }
  let advanced = 0;
  for (const id of jobIds) advanced += await advanceAll(ctx, [id]);
  return advanced;
}
