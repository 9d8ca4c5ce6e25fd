import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Part, readTogether } from '../../db/read-together.ts';
import { type BoundValue, idsOf, query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';

/** What a workspace may use of its account's credits in a calendar month of its time zone. */
export interface Budget {
  /** The most that may be set aside or spent in the month. */
  creditsPerMonth: number;
  /** Reserved and spent in this one; refunds do not count. */
  used: number;
  /** Never negative, even if the budget was lowered below its usage. */
  left: number;
  /** When the next month begins. */
  renewsAt: Date;
}

interface BudgetRow {
  id: string;
  credits_per_month: number;
  used: number;
  renews_at: string;
}

/** The query of budgetsFrom(), to be batched with others. */
export function budgetsPart(workspaceIds: BoundValue, now: Date): Part<BudgetRow> {
  return {
    sql: `select w.id, w.credits_per_month, month.renews_at, (
        select coalesce(sum(h.credits), 0)::int from credit_holds h
        where h.workspace_id = w.id and h.created_at >= month.began_at and h.state <> 'released'
      ) as used
      from workspaces w
      cross join lateral (select date_trunc('month', ?::timestamptz at time zone w.time_zone) as began) local
      cross join lateral (
        select local.began at time zone w.time_zone as began_at, (local.began + interval '1 month') at time zone w.time_zone as renews_at
      ) month
      where w.id = any(?::text[]) and w.credits_per_month is not null`,
    parameters: [now, workspaceIds],
  };
}

/** By workspace id; those without a budget are left out. */
export function budgetsFrom(rows: readonly BudgetRow[]): Map<string, Budget> {
  return new Map(
    rows.map(({ id, credits_per_month: creditsPerMonth, used, renews_at }) => [
      id,
      { creditsPerMonth, used, left: Math.max(0, creditsPerMonth - used), renewsAt: new Date(renews_at) },
    ]),
  );
}

/** Accounts with a workspace whose month began after the given time, so its budget was reset. */
export async function accountsInNewMonth(ctx: Context, since: Date): Promise<string[]> {
  const month = (moment: Date) => sql<Date>`date_trunc('month', ${moment}::timestamptz at time zone w.time_zone)`;
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('workspaces as w')
      .distinct()
      .select('w.account_id')
      .where('w.credits_per_month', 'is not', null)
      .where(month(ctx.clock.now()), '>', month(since)),
  );
  return rows.map(({ account_id }) => account_id);
}

/** The current budgets of many workspaces, in one query. The caller may read the workspaces. */
export async function budgetsOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, Budget>> {
  if (workspaceIds.length === 0) return new Map();
  const { budgets } = await readTogether(ctx.em, { budgets: budgetsPart(idsOf(workspaceIds), ctx.clock.now()) });
  return budgetsFrom(budgets);
}
