import type { EntityManager } from '@mikro-orm/postgresql';
import type { Recorded } from './record-statements.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/**
 * The statements that read a whole table because no index answers them, as `table: statement`. PostgreSQL is made to take
 * an index wherever one can be used, so an empty database gives the same answer as a full one. Prepared statements are
 * planned without their values, as in the service.
 */
export async function tableScans(em: EntityManager, statements: readonly Recorded[]): Promise<string[]> {
  const planned = new Map(statements.map((statement) => [statement.sql, statement]));
  return em.transactional(async (tx) => {
    // Of joins, those that look each row up.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await tx.execute(`set local enable_${way} = off`);
    const found: string[] = [];
    for (const { sql, values } of planned.values()) {
      if (!/^\s*(select|with|update|delete|insert)\b/i.test(sql)) continue;
      const isPrepared = /\$1\b/.test(sql);
      const explain = `explain (${isPrepared ? 'generic_plan, ' : ''}format json) ${sql}`;
      const [row] = await tx.execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(explain, isPrepared ? [] : [...values]);
      for (const table of scannedIn(row?.['QUERY PLAN'][0]?.Plan as Plan)) found.push(`${table}: ${sql}`);
    }
    return found;
  });
}

function scannedIn(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = plan;
  // In the order of its ids is whole too.
  const isWhole = type === 'Seq Scan' || (index?.endsWith('_pkey') && !plan['Index Cond']);
  return [...(isWhole && table ? [table] : []), ...(plan.Plans ?? []).flatMap(scannedIn)];
}
