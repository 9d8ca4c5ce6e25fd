import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFaultLog, workThrough } from './database-faults.ts';
import { createOrm } from './orm.ts';
import { SERVICE_LIMITS } from './time-limits.ts';

const database = useTestDatabase();

/** Returns the lines that are logged for what `work` throws, on a database with these limits. */
async function linesOf(limits: Partial<typeof SERVICE_LIMITS>, work: string[], url = database.url) {
  const lines: object[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const orm = createOrm({ url, limits: { ...SERVICE_LIMITS, ...limits } });
  try {
    await orm.em.fork().transactional(async (em) => {
      for (const statement of work) {
        await em.execute(statement);
        // PostgreSQL has ended the idle session once it is no longer listed.
        if (limits.silence !== undefined) await expect.poll(countSilent, { timeout: 60_000 }).toBe(0);
      }
    });
    throw new Error('Nothing failed.');
  } catch (error) {
    createFaultLog({ log, orm }, 'The database is away.').report(error, 'a round failed; it is tried again', { round: 7 });
  } finally {
    await orm.close();
  }
  return lines;
}

async function countSilent(): Promise<number> {
  const found = await database.orm.em
    .fork()
    .execute<{ sessions: number }[]>(
      `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
  return found[0]?.sessions ?? 0;
}

it('logs an exceeded time limit as a warning, whether of a statement or an idle transaction', async () => {
  const warning = { level: 40, event: 'out_of_time', round: 7, msg: 'a round failed; it is tried again' };
  expect(await linesOf({ statement: 50 }, ['select pg_sleep(60)'])).toEqual([
    expect.objectContaining({ ...warning, reason: 'canceling statement due to statement timeout' }),
  ]);
  expect(await linesOf({ silence: 100 }, ['select 1', 'select 2'])).toEqual([
    expect.objectContaining({ ...warning, reason: 'terminating connection due to idle-in-transaction timeout' }),
  ]);
});

it('logs an outage once as such, and a fault of ours with its stack', async () => {
  expect(await linesOf({}, ['select 1'], 'postgresql://127.0.0.1:1/none')).toEqual([
    expect.objectContaining({ level: 40, event: 'outage_began', msg: 'The database is away.' }),
  ]);
  expect(await linesOf({}, ['select no_such_column'])).toEqual([
    expect.objectContaining({ level: 50, round: 7, err: expect.objectContaining({ stack: expect.stringContaining('no_such_column') }) }),
  ]);
});

it('works on every row, whichever of them fails, and starts the next when one is done', async () => {
  const done: string[] = [];
  const slow = Promise.withResolvers<void>();
  const lines: object[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const all = workThrough(log, ['a', 'slow', 'b', 'c'], { atOnce: 2, failure: 'it failed' }, async (id) => {
    if (id === 'slow') await slow.promise;
    if (id === 'a') throw new Error('A fault.');
    done.push(id);
    if (id === 'c') slow.resolve();
  });
  await all;
  expect(done).toEqual(['b', 'c', 'slow']);
  expect(lines).toMatchObject([{ id: 'a', msg: 'it failed' }]);
});
