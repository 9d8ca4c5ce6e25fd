import type { EntityManager } from '@mikro-orm/postgresql';

const BATCH = 2_000;

/** Some seconds of work: what is left is for the next time. */
const MOST = 100_000;

/**
 * Deletes rows of a table, a few at a time and each time with a commit of its own, so that nobody waits for it and no time limit ends it however
 * much has gathered. Answers how many there were. `where` should be led by an index.
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
