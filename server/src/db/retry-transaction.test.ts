import { EventEmitter, once } from 'node:events';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { toDomainError } from '../http/engine/problem-details.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { createOrm } from './orm.ts';
import { REQUESTS_AT_ONCE } from './request-concurrency.ts';
import { SERVICE_LIMITS } from './time-limits.ts';
import { inReading, inTransaction } from './transaction.ts';

const database = useTestDatabase();
const context = () => contextFor(createTestServices(database));
const rows = async () => (await database.orm.em.fork().execute<{ id: string }[]>('select id from notes order by id')).map(({ id }) => id);
const END_CONNECTION = 'select pg_terminate_backend(pg_backend_pid())';

beforeAll(() =>
  database.orm.em.fork().execute(`create table notes (id text primary key, times int not null default 0);
    create function end_connection() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'met' using errcode = '40001'; end $$;
    create constraint trigger dies after insert on notes deferrable initially deferred for each row when (new.id like 'dies%') execute function end_connection();
    create constraint trigger meets after insert on notes deferrable initially deferred for each row when (new.id like 'meets%') execute function refuse_commit();`),
);
beforeEach(() => database.orm.em.fork().execute(`delete from notes; insert into notes values ('a'), ('b')`));

it('completes both of two transactions that deadlocked', async () => {
  const both = Promise.withResolvers<void>();
  let tries = 0;
  const add = (first: string, second: string) =>
    inTransaction(context(), async ({ em }) => {
      tries += 1;
      await em.execute('update notes set times = times + 1 where id = ?', [first]);
      if (tries === 2) both.resolve();
      await both.promise;
      await em.execute('update notes set times = times + 1 where id = ?', [second]);
    });
  await Promise.all([add('a', 'b'), add('b', 'a')]);
  expect(await database.orm.em.fork().execute('select id, times from notes order by id')).toEqual([
    { id: 'a', times: 2 },
    { id: 'b', times: 2 },
  ]);
  expect(tries).toBe(3);
});

it.each([
  ['another transaction conflicts', `do $$ begin raise exception 'met' using errcode = '40001'; end $$`],
  ['the connection breaks', END_CONNECTION],
])('retries a transaction if %s before its commit, and keeps nothing of the first attempt', async (_what, fault) => {
  let tries = 0;
  await inTransaction(context(), async ({ em }) => {
    tries += 1;
    await em.execute('insert into notes values (?)', [`try ${tries}`]);
    if (tries === 1) await em.execute(fault);
  });
  expect(await rows()).toEqual(['a', 'b', 'try 2']);
});

it('does not retry after losing the connection at the commit, whose outcome is unknown', async () => {
  let tries = 0;
  const work = inTransaction(context(), async ({ em }) => {
    tries += 1;
    await em.execute('insert into notes values (?)', ['dies']);
  });
  expect(toDomainError(await work.catch((error: unknown) => error))).toMatchObject({ code: 'database_unavailable', status: 503 });
  expect(tries).toBe(1);
});

it('gives up after a few attempts, and says when to retry', async () => {
  let tries = 0;
  const work = inTransaction(context(), async ({ em }) => {
    tries += 1;
    await em.execute('insert into notes values (?)', [`meets ${tries}`]);
  });
  const refusal = toDomainError(await work.catch((error: unknown) => error));
  expect([refusal.code, refusal.details, tries, await rows()]).toEqual(['service_busy', { retry_after_seconds: 1 }, 3, ['a', 'b']]);
});

it('leaves a demoted primary, and continues on the new one', async () => {
  const orm = createOrm({ url: database.url, poolSize: 1 });
  try {
    const services = createTestServices(database, { orm });
    // Makes this connection read-only, like a standby; the next one leads to the new primary.
    await orm.em.fork().execute('set session characteristics as transaction read only');
    await inTransaction(contextFor(services), ({ em }) => em.execute(`insert into notes values ('new primary')`));
    expect(await rows()).toEqual(['a', 'b', 'new primary']);
  } finally {
    await orm.close();
  }
});

it('responds with 503 as long as there is no primary', async () => {
  const forAll = (what: string) => `do $$ begin execute format('alter database %I ${what}', current_database()); end $$`;
  await database.orm.em.fork().execute(forAll('set default_transaction_read_only = on'));
  const orm = createOrm({ url: database.url });
  try {
    const services = createTestServices(database, { orm });
    const write = inTransaction(contextFor(services), ({ em }) => em.execute(`insert into notes values ('nowhere')`));
    expect(toDomainError(await write.catch((error: unknown) => error))).toMatchObject({ code: 'database_unavailable', status: 503 });
  } finally {
    await database.orm.em.fork().execute(`begin read write; ${forAll('reset default_transaction_read_only')}; commit`);
    await orm.close();
  }
});

it('retries a read if the connection broke during it', async () => {
  let tries = 0;
  const found = await inReading(context(), async ({ em }) => {
    tries += 1;
    if (tries === 1) await em.execute(END_CONNECTION);
    return em.execute('select count(*)::int as count from notes');
  });
  expect([found, tries]).toEqual([[{ count: 2 }], 2]);
});

it('also retries after a long wait for a slot', async () => {
  const ctx = contextFor(createTestServices(database), { kind: 'anonymous' });
  const over = Promise.withResolvers<void>();
  const inside = Array.from({ length: REQUESTS_AT_ONCE }, () => inTransaction(ctx, () => over.promise));
  let tries = 0;
  const inLine = inTransaction(ctx, async ({ em }) => {
    tries += 1;
    if (tries === 1) await em.execute(`do $$ begin raise exception 'met' using errcode = '40001'; end $$`);
  });
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  over.resolve();
  await Promise.all([...inside, inLine]).finally(() => clock.mockRestore());
  expect(tries).toBe(2);
});

it('distinguishes a fault of ours from one of the database, and does not retry it', async () => {
  let tries = 0;
  const work = inTransaction(context(), async () => {
    tries += 1;
    throw new TypeError('a bug');
  });
  await expect(work).rejects.toThrow('a bug');
  expect(tries).toBe(1);
});

it('retries a transaction that was idle while this process got no CPU time, and keeps nothing of the first attempt', async () => {
  const orm = createOrm({ url: database.url, limits: { ...SERVICE_LIMITS, silence: 500 } });
  const services = { ...createTestServices(database), orm };
  let tries = 0;
  try {
    await inTransaction({ ...contextFor(services), em: orm.em.fork() }, async ({ em }) => {
      tries += 1;
      await em.execute('insert into notes values (?)', [`try ${tries}`]);
      // Blocks this process, like an overloaded machine.
      if (tries === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
      await em.execute('insert into notes values (?)', [`after ${tries}`]);
    });
    expect(await rows()).toEqual(['a', 'after 2', 'b', 'try 2']);
  } finally {
    await orm.close();
  }
});

it('retries one that waited for something else for too long, and responds "busy" if that happens every time', async () => {
  const orm = createOrm({ url: database.url, limits: { ...SERVICE_LIMITS, silence: 300 } });
  const services = { ...createTestServices(database), orm };
  const wait = (times: number) => {
    let tries = 0;
    return inTransaction({ ...contextFor(services), em: orm.em.fork() }, async ({ em }) => {
      tries += 1;
      await em.execute('insert into notes values (?)', [`wait ${times} ${tries}`]);
      if (tries <= times) await once(endings, 'ended');
      await em.execute('select 1');
    });
  };
  // Emits once PostgreSQL has ended a session of this pool.
  const endings = new EventEmitter();
  const watch = setInterval(async () => {
    const held = await database.orm.em
      .fork()
      .execute<{ held: number }[]>(
        `select count(*)::int as held from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
    if (held[0]?.held === 0) endings.emit('ended');
  }, 100);
  try {
    await wait(1);
    expect(await rows()).toContain('wait 1 2');
    await expect(wait(9)).rejects.toSatisfy((error) => toDomainError(error).code === 'service_busy');
  } finally {
    clearInterval(watch);
    await orm.close();
  }
});
