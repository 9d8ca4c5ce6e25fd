import type { EntityManager } from '@mikro-orm/postgresql';

const BATCH = 2_000;

/** Some seconds of work: the next run continues. */
const MOST = 100_000;

/**
 * Deletes rows of a table in batches, each with its own commit, so it blocks no one and no time limit ends it however
 * many there are. Returns their number. `where` should use an index.
 */
export async function deleteInBatches(
  em: EntityManager,
  { table, where, values, most = MOST }: { table: string; where: string; values: unknown[]; most?: number },
): Promise<number> {
  let total = 0;
  while (total < most) {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH}))`,
      values,
      'run',
    );
    total += affectedRows;
    if (affectedRows < BATCH) break;
  }
  return total;
}
