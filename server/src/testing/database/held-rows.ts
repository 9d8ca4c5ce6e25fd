import { expect } from 'vitest';
import type { TestDatabase } from '../test-database.ts';

const AT_LOCKS = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Resolves when this many transactions wait for locks. */
export async function untilAtLocks({ orm }: Pick<TestDatabase, 'orm'>, count: number): Promise<void> {
  await expect.poll(() => orm.em.fork().execute<unknown[]>(`select ${AT_LOCKS}`), { interval: 10 }).toHaveLength(count);
}

/**
 * Locks the rows of `select`, starts all `works`, and releases the rows once each waits for a lock, so they really
 * run concurrently. Resolves when they are done.
 */
export async function meetingAtRows(
  database: Pick<TestDatabase, 'orm'>,
  [select, parameters]: readonly [select: string, parameters: unknown[]],
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const { begun } = await database.orm.em.fork().transactional(async (em) => {
    await em.execute(select, parameters);
    const running = Promise.all(works.map((work) => work()));
    await untilAtLocks(database, works.length);
    return { begun: running };
  });
  await begun;
}

/**
 * Terminates the connection that waits for a lock, as the death of its process does, until `work` has ended.
 * Repeatedly, since a transaction is retried after its connection was lost.
 */
export async function endingAtLock({ orm }: Pick<TestDatabase, 'orm'>, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const endAndLook = async () => {
    await orm.em.fork().execute(`select pg_terminate_backend(pid) ${AT_LOCKS}`);
    return isOver;
  };
  await expect.poll(endAndLook, { interval: 10 }).toBe(true);
}
