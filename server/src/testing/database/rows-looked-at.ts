import type { EntityManager } from '@mikro-orm/postgresql';
import { type BoundValue, query } from '../../db/reading/query.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** The number of table rows that PostgreSQL reports to have read for a statement. */
export async function rowsLookedAt(em: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const explain = `explain (analyze, format json) ${sql}`;
  const [row] = await query<{ 'QUERY PLAN': { Plan: Plan }[] }>(em, explain, parameters as BoundValue[]);
  const count = (plan: Plan): number => {
    // Rows from another node are not read from a table.
    const own =
      plan['Node Type'].endsWith('Scan') && plan['Node Type'] !== 'Subquery Scan'
        ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
          plan['Actual Loops']
        : 0;
    return own + (plan.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
  };
  return count(row?.['QUERY PLAN'][0]?.Plan as Plan);
}

/** How many rows of a table, or with null of all tables, the work reads in the open transaction, with any plan. */
export async function rowsReadOf(em: EntityManager, table: string | null, work: () => Promise<unknown>): Promise<number> {
  // Reads of its connection's preceding transaction may still be included.
  const before = await rowsCounted(em, table);
  await work();
  return (await rowsCounted(em, table)) - before;
}

async function rowsCounted(em: EntityManager, table: string | null): Promise<number> {
  const [row] = await em.execute<{ rows: number }[]>(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relname = coalesce(?, relname)',
    [table],
  );
  return row?.rows ?? 0;
}
