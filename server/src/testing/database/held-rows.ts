import { expect } from 'vitest';
import type { TestDatabase } from '../test-database.ts';

const AT_LOCKS = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Holds the rows that `select` locks, begins all of `works`, and lets the rows go when each of them stands before a lock: so they
 * truly meet. Resolves when they are done.
 */
export async function meetingAtRows(
  { orm }: Pick<TestDatabase, 'orm'>,
  [select, parameters]: readonly [select: string, parameters: unknown[]],
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const { begun } = await orm.em.fork().transactional(async (em) => {
    await em.execute(select, parameters);
    const running = Promise.all(works.map((work) => work()));
    await expect.poll(() => orm.em.fork().execute<unknown[]>(AT_LOCKS), { interval: 10 }).toHaveLength(works.length);
    return { begun: running };
  });
  await begun;
}
