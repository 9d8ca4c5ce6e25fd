import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, literal, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { grantAllowance, periodOf } from './grant-allowance.ts';
import { PLANS } from './products.ts';

/** Grants this month's allowance to every account whose plan has one. Returns how many. */
export async function grantDueAllowances(ctx: Context): Promise<number> {
  const plans = PLANS.filter(({ publicationsPerMonth }) => publicationsPerMonth > 0).map(({ id }) => id);
  const due = await query(
    ctx.em,
    tables
      .selectFrom('accounts as a')
      .leftJoin('credit_balances as b', (join) => join.onRef('b.account_id', '=', 'a.id').on('b.bucket', '=', literal('allowance')))
      .select('a.id')
      .where('a.plan', '=', anyOf(plans))
      .where(({ eb, or }) => or([eb('b.period', 'is', null), eb('b.period', '<', periodOf(ctx.clock.now()))]))
      .orderBy('a.id')
      .limit(500),
  );
  for (const { id } of due) await inTransaction(ctx, (tx) => grantAllowance(tx, id));
  return due.length;
}
