import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';

/** A workspace's limit on its account's credits in a calendar month of its time zone. */
export interface Budget {
  /** The most that may be reserved or spent in the month. */
  creditsPerMonth: number;
  /** Reserved and spent this month; refunds do not count. */
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

const BUDGETS = prepared(({ workspaces, now }: Places<{ workspaces: BoundValue; now: Date }>) =>
  tables
    .selectFrom('workspaces as w')
    .crossJoinLateral(
      tables.selectNoFrom(sql<string>`date_trunc('month', ${now}::timestamptz at time zone w.time_zone)`.as('began')).as('local'),
    )
    .crossJoinLateral(
      tables
        .selectNoFrom([
          sql<Date>`local.began at time zone w.time_zone`.as('began_at'),
          sql<Date>`(local.began + interval '1 month') at time zone w.time_zone`.as('renews_at'),
        ])
        .as('month'),
    )
    .select(['w.id', 'w.credits_per_month', 'month.renews_at'])
    .select(({ selectFrom }) =>
      selectFrom('credit_holds as h')
        .select(sql<number>`coalesce(sum(h.credits), 0)::int`.as('used'))
        .whereRef('h.workspace_id', '=', 'w.id')
        .whereRef('h.created_at', '>=', 'month.began_at')
        .where('h.state', '<>', literal('released'))
        .$asScalar()
        .$notNull()
        .as('used'),
    )
    .where('w.id', '=', anyOf(workspaces))
    .where('w.credits_per_month', 'is not', null)
    .$narrowType<{ credits_per_month: number }>(),
);

/** The query of budgetsFrom(), to be batched with others. */
export const budgetsPart = (workspaceIds: BoundValue, now: Date): Part<BudgetRow> => partOf(BUDGETS({ workspaces: workspaceIds, now }));

/** By workspace id; workspaces without a budget are absent. */
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
