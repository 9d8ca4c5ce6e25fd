import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { grantAllowance, periodOf } from './grant-allowance.ts';
import { PLANS } from './products.ts';

/** Grants this month's allowance to every account whose plan has one. Returns how many. */
export async function grantDueAllowances(ctx: Context): Promise<number> {
  const plans = PLANS.filter(({ publicationsPerMonth }) => publicationsPerMonth > 0).map(({ id }) => id);
  const due = await ctx.em.execute<{ id: string }[]>(
    `select a.id from accounts a left join credit_balances b on b.account_id = a.id and b.bucket = 'allowance'
     where a.plan in (?) and (b.period is null or b.period < ?) order by a.id limit 500`,
    [plans, periodOf(ctx.clock.now())],
  );
  for (const { id } of due) await inTransaction(ctx, (tx) => grantAllowance(tx, id));
  return due.length;
}
