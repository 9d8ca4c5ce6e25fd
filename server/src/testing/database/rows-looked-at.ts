import type { EntityManager } from '@mikro-orm/postgresql';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows of tables PostgreSQL itself says that it looked at for a statement. */
export async function rowsLookedAt(em: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const [row] = await em.execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`explain (analyze, format json) ${sql}`, [...parameters]);
  const count = (plan: Plan): number => {
    // What another node has read already is no row of a table.
    const own =
      plan['Node Type'].endsWith('Scan') && plan['Node Type'] !== 'Subquery Scan'
        ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
          plan['Actual Loops']
        : 0;
    return own + (plan.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
  };
  return count(row?.['QUERY PLAN'][0]?.Plan as Plan);
}

/** How many rows of a table, or with null of all tables, the work reads in the open transaction, with what plan soever. */
export async function rowsReadOf(em: EntityManager, table: string | null, work: () => Promise<unknown>): Promise<number> {
  // What its connection has read just before, in another transaction, may still be counted with this one.
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
