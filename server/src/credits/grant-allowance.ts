import { Account } from '../access/account.entity.ts';
import type { Context } from '../context.ts';
import { workThrough } from '../db/database-faults.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, literal, tables } from '../db/tables.ts';
import { assertTransaction, inTransaction } from '../db/transaction.ts';
import { ensureBalance, moveCredits } from './move-credits.ts';
import { allowanceOf, PLANS } from './products.ts';

/** The calendar month in UTC, for example `2026-11`. */
export function periodOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/**
 * Grants the account this month's allowance, once, and removes the rest of an earlier month's. Done when credits are
 * first needed in a month and by the reconciler, never by a read. A credit reserved last month and released in this
 * one stays with the account.
 */
export async function grantAllowance(ctx: Context, accountId: string): Promise<void> {
  assertTransaction(ctx);
  const period = periodOf(ctx.clock.now());
  if (!(await isDue(ctx, accountId, period, false))) return;
  await ensureBalance(ctx, accountId, 'allowance');
  // Checked again under the row's lock: another transaction may have granted it meanwhile.
  const due = await isDue(ctx, accountId, period, true);
  if (!due) return;

  const account = await ctx.em.findOneOrFail(Account, accountId);
  const granted = allowanceOf(account.plan);
  const move = { accountId, bucket: 'allowance' as const, kind: 'allowance' as const, held: 0 };
  if (due.available > 0)
    await moveCredits(ctx, { ...move, available: -due.available, note: `What was left of ${due.period ?? 'before'} has expired.` });
  if (granted > 0) await moveCredits(ctx, { ...move, available: granted, note: `The ${account.plan} plan's allowance for ${period}.` });
  await query(
    ctx.em,
    tables.updateTable('credit_balances').set({ period }).where('account_id', '=', accountId).where('bucket', '=', literal('allowance')),
  );
  await ctx.em.flush();
}

/** The bucket's balance while the period's allowance has not been granted; null when it has. */
async function isDue(
  ctx: Context,
  accountId: string,
  period: string,
  lock: boolean,
): Promise<{ available: number; period: string | null } | null> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('credit_balances')
      .select(['available', 'period'])
      .where('account_id', '=', accountId)
      .where('bucket', '=', literal('allowance'))
      .$if(lock, (balance) => balance.forUpdate()),
  );
  const standing = rows[0] ?? { available: 0, period: null };
  // A clock that was set back must not grant an earlier month on top.
  return standing.period === null || standing.period < period ? standing : null;
}

/** Grants this month's allowance to every account whose plan has one, unless it is being erased. Returns how many. */
export async function grantDueAllowances(ctx: Context): Promise<number> {
  const plans = PLANS.filter(({ publicationsPerMonth }) => publicationsPerMonth > 0).map(({ id }) => id);
  const due = await query(
    ctx.em,
    tables
      .selectFrom('accounts as a')
      .leftJoin('credit_balances as b', (join) => join.onRef('b.account_id', '=', 'a.id').on('b.bucket', '=', literal('allowance')))
      .select('a.id')
      .where('a.plan', '=', anyOf(plans))
      .where('a.erasing_at', 'is', null)
      .where(({ eb, or }) => or([eb('b.period', 'is', null), eb('b.period', '<', periodOf(ctx.clock.now()))]))
      .orderBy('a.id')
      .limit(500),
  );
  const ids = due.map(({ id }) => id);
  await workThrough(ctx.log, ids, { atOnce: 1, failure: 'an allowance could not be granted; it is tried again' }, (id) =>
    inTransaction(ctx, (tx) => grantAllowance(tx, id)),
  );
  return due.length;
}
