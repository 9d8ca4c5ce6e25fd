import type { Context } from '../../context.ts';
import { type Budget, budgetsFrom, budgetsPart } from '../../credits/budgets/budget-queries.ts';
import { balancesFrom, balancesPart } from '../../credits/credit-queries.ts';
import { readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';

type Payer = Pick<PublishJob, 'accountId' | 'workspaceId' | 'mode'>;

/** What the account's balance and the workspace's budget can still pay for, to advance no more than that. */
export interface CreditBudgets {
  /** The current balance; a budget at its scheduled time may belong to another month. */
  availableTo(job: Payer): number;
  /** The lower of both, minus jobs in progress without a reservation, and minus what was taken here. */
  leftTo(job: Payer): number;
  /** False, without an effect, if there is not enough left. */
  take(job: Payer, credits: number): boolean;
}

const FIND_PROMISED = `
  select j.account_id, j.workspace_id, j.mode, sum(p.credits)::int as promised
  from publish_jobs j join publications p on p.job_id = j.id
  where j.state in ('queued', 'publishing') and j.account_id in (?) and p.state = 'pending'
    and not exists (select from credit_holds h where h.publication_id = p.id and h.state = 'held')
  group by j.account_id, j.workspace_id, j.mode`;

interface PromisedRow {
  account_id: string;
  workspace_id: string;
  mode: PublishJob['mode'];
  promised: number;
}

/** The credits currently available to these jobs. Two queries, however many jobs. */
export async function readBudgets(ctx: Context, jobs: readonly Payer[]): Promise<CreditBudgets> {
  const accountIds = [...new Set(jobs.map(({ accountId }) => accountId))];
  if (accountIds.length === 0) return budgetsOver(new Map(), new Map());
  const now = ctx.clock.now();
  const workspaceIds = [...new Set(jobs.map(({ workspaceId }) => workspaceId))];
  const read = await readTogether(ctx.em, { balances: balancesPart(idsOf(accountIds)), budgets: budgetsPart(idsOf(workspaceIds), now) });
  const promised = await ctx.em.execute<PromisedRow[]>(FIND_PROMISED, [accountIds]);
  const over = budgetsOver(balancesFrom(read.balances, now), budgetsFrom(read.budgets));
  for (const { account_id: accountId, workspace_id: workspaceId, mode, promised: credits } of promised)
    over.count({ accountId, workspaceId, mode }, credits);
  return over;
}

type Balances = ReturnType<typeof balancesFrom>;

function budgetsOver(
  balances: Balances,
  budgets: ReadonlyMap<string, Budget>,
): CreditBudgets & { count(job: Payer, credits: number): void } {
  const taken = new Map<string, number>();
  const keysOf = ({ accountId, workspaceId, mode }: Payer) => ({ ofUnit: `${accountId}/${mode}`, ofBudget: workspaceId });
  const takenOf = (key: string): number => taken.get(key) ?? 0;
  const count = (job: Payer, credits: number): void => {
    for (const key of Object.values(keysOf(job))) taken.set(key, takenOf(key) + credits);
  };
  const availableTo = ({ accountId, mode }: Payer): number =>
    (balances.get(accountId) ?? []).reduce((sum, { unit, available }) => sum + (unit === unitOfMode(mode) ? available : 0), 0);
  const leftTo = (job: Payer): number => {
    const { ofUnit, ofBudget } = keysOf(job);
    const budget = budgets.get(job.workspaceId)?.left ?? Number.POSITIVE_INFINITY;
    return Math.min(availableTo(job) - takenOf(ofUnit), budget - takenOf(ofBudget));
  };
  return {
    availableTo,
    leftTo,
    count,
    take(job, credits) {
      if (credits > 0 && credits > leftTo(job)) return false;
      count(job, credits);
      return true;
    },
  };
}
