import { performance } from 'node:perf_hooks';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';

/** The process's monotonic clock drifts by far less than a millisecond in this time. */
const ASK_EVERY_MS = 10_000;
const FIRST_ASKS = 3;

export interface DatabaseClock extends Clock {
  stop(): void;
}

/**
 * The one clock of all processes: the database's. Leases, schedules and expiries are compared between
 * machines, and one whose own clock is a minute fast would take over the leases of healthy workers.
 */
export async function createDatabaseClock(orm: MikroORM): Promise<DatabaseClock> {
  let offsetMs = 0;
  const measure = async (): Promise<{ offset: number; tookMs: number }> => {
    const before = performance.now();
    const [row] = await orm.em.fork().execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const after = performance.now();
    return { offset: Number(row?.ms) - (before + after) / 2, tookMs: after - before };
  };
  // The first one may have waited for a connection; the fastest is the most accurate.
  const first: Awaited<ReturnType<typeof measure>>[] = [];
  for (let count = 0; count < FIRST_ASKS; count += 1) first.push(await measure());
  offsetMs = first.toSorted((a, b) => a.tookMs - b.tookMs)[0]?.offset ?? 0;
  const timer = setInterval(() => {
    // While the database is unreachable the last offset is kept.
    measure().then(({ offset }) => {
      offsetMs = offset;
    }, ignore);
  }, ASK_EVERY_MS);
  timer.unref();
  return { now: () => new Date(offsetMs + performance.now()), stop: () => clearInterval(timer) };
}

function ignore(): void {}
