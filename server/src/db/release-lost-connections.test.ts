import { setImmediate as turn } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { startHangingProxy } from '../testing/servers/hanging-proxy.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createOrm } from './orm.ts';
import { runTransaction } from './run-transaction.ts';

const database = useTestDatabase();
afterEach(() => vi.useRealTimers());

it('keeps its pool intact however often connections break within a transaction', async () => {
  const orm = createOrm({ url: database.url, poolSize: 3 });
  for (let round = 0; round < 3; round += 1) {
    const broken = await Promise.allSettled(
      Array.from({ length: 3 }, () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'))),
    );
    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});

it('ends although a requested connection arrives only then', async () => {
  const proxy = await startHangingProxy(database.url);
  const orm = createOrm({ url: proxy.url });
  proxy.hang();
  const asked = orm.em.fork().execute('select 1');
  const refused = expect(asked).rejects.toThrow();
  await expect.poll(() => proxy.connections()).toBe(1);
  const closed = orm.close();
  proxy.goOn();
  await closed;
  await refused;
  await proxy.close();
});

it('gives the reason for a lost connection, even if the transaction notices much later', async () => {
  const orm = createOrm({ url: database.url, poolSize: 1 });
  const em: EntityManager = orm.em.fork();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const noticing = runTransaction(em.getKysely(), { isReading: false, settings: {}, opensWithFirst: false }, async (transaction) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction).catch(() => undefined);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    vi.advanceTimersByTime(2_000);
    await sql`select 1`.execute(transaction);
    return { result: null, last: [] };
  });
  await expect(noticing).rejects.toThrow(/terminat|connection|ECONNRESET/i);
  await expect(noticing).rejects.not.toThrow(/release/i);
  vi.useRealTimers();
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});
