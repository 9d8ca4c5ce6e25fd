import type { Context } from '../../context.ts';
import { balancesOf } from '../../credits/credit-queries.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';

type Payer = Pick<PublishJob, 'accountId' | 'mode'>;

/** What accounts can still pay for, so that no more is sent off than there are credits. */
export interface Budgets {
  /** What stands in the balance. */
  availableTo(job: Payer): number;
  /** Less what is on its way and has yet to set its credits aside, and what was taken here. */
  leftTo(job: Payer): number;
  /** False, and nothing is taken, where there is not enough left. */
  take(job: Payer, credits: number): boolean;
}

const FIND_PROMISED = `
  select j.account_id, j.mode, count(*)::int as promised
  from publish_jobs j join publications p on p.job_id = j.id
  where j.state in ('queued', 'publishing') and j.account_id in (?) and p.state = 'pending'
    and not exists (select from credit_holds h where h.publication_id = p.id and h.state = 'held')
  group by j.account_id, j.mode`;

/** The budgets of these jobs' accounts as they stand now. Two statements, however many. */
export async function readBudgets(ctx: Context, jobs: readonly Payer[]): Promise<Budgets> {
  const accountIds = [...new Set(jobs.map(({ accountId }) => accountId))];
  const balances = await balancesOf(ctx, accountIds);
  const promised =
    accountIds.length === 0
      ? []
      : await ctx.em.execute<{ account_id: string; mode: PublishJob['mode']; promised: number }[]>(FIND_PROMISED, [accountIds]);
  const keyOf = ({ accountId, mode }: Payer) => `${accountId}/${mode}`;
  const taken = new Map(promised.map((row) => [keyOf({ accountId: row.account_id, mode: row.mode }), row.promised]));
  const availableTo = ({ accountId, mode }: Payer): number =>
    (balances.get(accountId) ?? []).reduce((sum, { unit, available }) => sum + (unit === unitOfMode(mode) ? available : 0), 0);
  const leftTo = (job: Payer): number => availableTo(job) - (taken.get(keyOf(job)) ?? 0);
  return {
    availableTo,
    leftTo,
    take(job, credits) {
      if (credits > 0 && credits > leftTo(job)) return false;
      taken.set(keyOf(job), (taken.get(keyOf(job)) ?? 0) + credits);
      return true;
    },
  };
}
