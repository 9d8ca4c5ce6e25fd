import { afterEach, describe, expect, it } from 'vitest';
import { HAS_POOLER, startPooler } from '../testing/servers/pooler.ts';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../testing/test-database.ts';
import { probeEngine } from './probe-engine.ts';

const database = useTestDatabase();
const probe = (address: { url?: string; directUrl?: string; isPooled?: boolean } = {}) =>
  probeEngine({ url: database.url, directUrl: address.url ?? database.url, isPooled: false, ...address });

/**
 * Makes the database behave like another engine: the schema searched first has its own function of that name.
 */
async function givenAnEngineWhere(signature: string, answers: string): Promise<void> {
  const em = database.orm.em.fork();
  await em.execute(`create schema lacking; create function lacking.${signature} language sql as $$ ${answers} $$;
    grant usage on schema lacking to public; ${setForAll('search_path = lacking, pg_catalog, public')}`);
}

const setForAll = (setting: string): string => `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`;

afterEach(() =>
  database.orm.em
    .fork()
    .execute(
      `drop schema if exists lacking cascade; do $$ begin execute format('alter database %I reset all', current_database()); end $$`,
    ),
);

it('finds everything it needs in PostgreSQL, and receives its own notification', async () => {
  expect(await probe()).toEqual({ isLive: true });
});

it('does so for many concurrent starts', async () => {
  // The row that they lock: without it none would meet another.
  await database.orm.em.fork().execute(`insert into installations values ('this', 'any') on conflict do nothing`);
  for (let round = 0; round < 10; round += 1) {
    expect(await Promise.all(Array.from({ length: 6 }, () => probe()))).toEqual(Array(6).fill({ isLive: true }));
  }
});

it.each([
  ['advisory locks', 'pg_try_advisory_xact_lock(bigint) returns boolean', 'select true'],
  ['READ COMMITTED', 'pg_snapshot_xmax(pg_snapshot) returns xid8', `select '1'::xid8`],
  ['row-level security', 'current_setting(text, boolean) returns text', `select 'acc_theirs'::text`],
])('refuses an engine without %s, and says what to do', async (name, signature, answers) => {
  await givenAnEngineWhere(signature, answers);
  await expect(probe()).rejects.toMatchObject({ code: 'bad_user_input', message: expect.stringContaining(name) });
  await expect(probe()).rejects.toThrow('Set DATABASE_URL to');
});

it('refuses a database whose transactions see only one snapshot', async () => {
  await database.orm.em.fork().execute(setForAll("default_transaction_isolation = ''serializable''"));
  await expect(probe()).rejects.toThrow('default_transaction_isolation');
});

it('continues if no NOTIFY comes back, and reports that it is not live', async () => {
  await givenAnEngineWhere('pg_notify(text, text) returns void', 'select null::void');
  expect(await probe()).toEqual({ isLive: false });
});

it('tolerates a slow machine, since slowness proves nothing', async () => {
  const slowly = `select pg_catalog.set_config($1, $2, $3) from pg_sleep(case when $1 = 'role' then 1.1 else 0 end)`;
  await givenAnEngineWhere('set_config(text, text, boolean) returns text', slowly);
  await database.orm.em.fork().execute(`insert into installations values ('this', 'any') on conflict do nothing;
    create view lacking.installations as select rows.* from public.installations rows, pg_sleep(1.1)`);
  expect(await probe()).toEqual({ isLive: true });
});

describe('if a statement that skips locked rows waits for too long', () => {
  /** Every second read of the row encounters a lock; `fails` selects which of them time out. */
  async function givenWaiting(fails: string) {
    await database.orm.em.fork().execute(`create schema lacking; grant usage on schema lacking to public;
      insert into installations values ('this', 'any') on conflict do nothing;
      create sequence lacking.readings; grant usage on sequence lacking.readings to public;
      create function lacking.wait() returns boolean language plpgsql as $$
        declare reading bigint := nextval('lacking.readings');
        begin if ${fails} then raise exception using errcode = '55P03'; end if; return true; end $$;
      create view lacking.installations as select rows.* from public.installations rows, lacking.wait();
      ${setForAll('search_path = lacking, pg_catalog, public')}`);
  }

  it('retries, since a busy machine proves nothing', async () => {
    await givenWaiting('reading in (2, 4)');
    expect(await probe()).toEqual({ isLive: true });
  });

  it('refuses the engine if it waits every time', async () => {
    await givenWaiting('reading % 2 = 0');
    await expect(probe()).rejects.toThrow('SKIP LOCKED');
  });
});

it('refuses a DATABASE_DIRECT_URL that leads to another database', async () => {
  const other: TestDatabase = await createTestDatabase();
  try {
    await expect(probe({ directUrl: other.url, isPooled: true })).rejects.toThrow('DATABASE_DIRECT_URL leads to another database');
  } finally {
    await other.drop();
  }
});

it.skipIf(!HAS_POOLER).each([1, 0])('refuses an undeclared PgBouncer, with servers in turn: %s', async (inTurn) => {
  const pooler = await startPooler(database.url, { ignore_startup_parameters: 'options', server_round_robin: inTurn });
  try {
    await expect(probe({ url: pooler.url })).rejects.toThrow('Set DATABASE_POOLED=on');
  } finally {
    await pooler.stop();
  }
});

it.skipIf(!HAS_POOLER)('receives no notification through PgBouncer only, and does with a direct connection', async () => {
  const pooler = await startPooler(database.url);
  try {
    expect(await probe({ url: pooler.url, isPooled: true })).toEqual({ isLive: false });
    expect(await probe({ url: pooler.url, directUrl: database.url, isPooled: true })).toEqual({ isLive: true });
  } finally {
    await pooler.stop();
  }
});
