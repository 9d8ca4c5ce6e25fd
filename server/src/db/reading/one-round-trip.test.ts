import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { BoundValues } from './bound-values.ts';
import { type RoundTrips, saveRoundTrips } from './one-round-trip.ts';
import { LINE, type Line, SEND } from './what-waits.ts';

const database = useTestDatabase();
let sent: unknown[];
let pool: Pool;

function open(options: RoundTrips = {}): Pool {
  sent = [];
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('connect', (client: PoolClient) => {
    client.on('error', () => {});
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        sent.push(args[0]);
        return query(...args);
      },
    });
  });
  saveRoundTrips(pool, options);
  return pool;
}

beforeEach(() => void open());
afterEach(() => pool.end());

const askFor = async (client: PoolClient, ...values: string[]): Promise<unknown[]> =>
  (await client.query('select $1::text as word, current_setting($2, true) as setting', BoundValues.from(values))).rows;

it('sends what opens a transaction with its first statement', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select set_config('app.user_id', 'usr_1', true)");
  expect(sent).toHaveLength(0);
  const { rows } = await client.query("select current_setting('app.user_id') as who, 1 as one");
  expect(rows).toEqual([{ who: 'usr_1', one: 1 }]);
  expect(sent).toHaveLength(1);
  await client.query('commit');
  expect(sent).toHaveLength(2);
  client.release();
});

it('sends nothing at all of a transaction without a statement', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('commit');
  expect(sent).toHaveLength(0);
  client.release();
});

it('reads nothing where the wall could not be put up', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select set_config('role', 'nobody_of_this_name', true)");
  await expect(client.query('select 1')).rejects.toThrow('nobody_of_this_name');
  await client.query('rollback');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
});

it('opens a transaction before a statement of the other protocol too', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select set_config('app.user_id', 'usr_1', true)");
  expect((await client.query('select current_setting($1) as who', ['app.user_id'])).rows).toEqual([{ who: 'usr_1' }]);
  await client.query('rollback');
  client.release();
});

it.each([true, false])('takes values for what they are, with plans kept: %s', async (keepsPlans) => {
  await pool.end();
  const client = await open({ keepsPlans }).connect();
  const odd = `O'Brien \\ "quoted" $1 ; drop table drafts --`;
  expect(await askFor(client, odd, 'app.none')).toEqual([{ word: odd, setting: null }]);
  expect(await askFor(client, 'again', 'app.none')).toEqual([{ word: 'again', setting: null }]);
  expect(sent.filter((text) => String(text).includes('prepare kept_'))).toHaveLength(keepsPlans ? 1 : 0);
  client.release();
});

it('prepares anew after a first try that failed', async () => {
  const client = await pool.connect();
  const divide = (by: number) => client.query('select 6 / $1::int as parts', BoundValues.from([by]) as unknown as number[]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(2)).rows).toEqual([{ parts: 3 }]);
  expect((await divide(3)).rows).toEqual([{ parts: 2 }]);
  client.release();
});

const lineOf = async (client: PoolClient): Promise<Line> => (await client.query<Line>(LINE)).rows[0] as Line;

describe('what is only written', () => {
  const keep = async (client: PoolClient, text: string, ...values: string[]): Promise<void> =>
    (await lineOf(client)).keep(text, BoundValues.from(values) as BoundValues);

  const begin = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('create temporary table words (word text unique)');
    sent = [];
    (await lineOf(client)).gather();
    await client.query("insert into words values ('one')");
    return client;
  };

  it('goes with the next question, which sees it', async () => {
    const client = await begin();
    (await lineOf(client)).pause();
    expect((await client.query('select word from words')).rows).toEqual([{ word: 'one' }]);
    expect(sent).toHaveLength(1);
    await client.query('rollback');
    client.release();
  });

  it('is sent together at the end, and what fails in it fails there', async () => {
    const client = await begin();
    (await lineOf(client)).gather();
    await client.query("insert into words values ('one')");
    await client.query(SEND);
    expect(sent).toHaveLength(0);
    await expect(client.query(SEND)).rejects.toThrow('words_word_key');
    expect(sent).toHaveLength(1);
    await client.query('rollback');
    client.release();
  });

  it('tells what it has written where that is asked for', async () => {
    const client = await begin();
    const { rows } = await client.query("insert into words values ('two') returning (select count(*)::int from words) as before");
    expect(rows).toEqual([{ before: 1 }]);
    expect(sent).toHaveLength(1);
    await client.query('rollback');
    client.release();
  });

  it('goes before what it must come before, as a lock does', async () => {
    const client = await begin();
    (await lineOf(client)).pause();
    await keep(client, 'select pg_advisory_xact_lock(7)');
    const { rows } = await client.query("select mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()");
    expect(rows).toEqual([{ mode: 'ExclusiveLock' }]);
    expect(sent).toHaveLength(1);
    await client.query('rollback');
    client.release();
  });

  it('is prepared once, also where its message failed or was never sent', async () => {
    const client = await begin();
    const write = (word: string) => keep(client, 'insert into words values ($1)', word);
    await write('two');
    await client.query('rollback');
    await client.query('create temporary table words (word text unique)');
    await client.query('begin');
    await write('two');
    await write('two');
    await expect(client.query('select 1')).rejects.toThrow('words_word_key');
    await client.query('rollback');
    sent = [];
    await client.query('begin');
    for (const word of ['two', 'three', 'four']) await write(word);
    expect((await client.query('select count(*)::int as words from words')).rows).toEqual([{ words: 3 }]);
    await write('five');
    await client.query('commit');
    expect(sent.map((message) => String(message).match(/(prepare|execute) /g))).toEqual([
      ['prepare ', 'execute ', 'execute ', 'execute '],
      ['execute '],
    ]);
    client.release();
  });

  it('is neither sent after a rollback nor lost before a commit', async () => {
    const client = await begin();
    await client.query('rollback');
    expect(sent).toEqual(['rollback']);
    await client.query('create temporary table words (word text)');
    await client.query('begin');
    (await lineOf(client)).gather();
    await client.query("insert into words values ('three')");
    (await lineOf(client)).pause();
    await client.query('commit');
    expect((await client.query('select word from words')).rows).toEqual([{ word: 'three' }]);
    client.release();
  });
});

it('keeps nothing for the transaction that comes next on its connection', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const line = await lineOf(client);
  await client.query('select 1');
  await client.query('commit');
  const values = BoundValues.from([]) as BoundValues;
  expect(() => line.keep('select 1', values)).toThrow('over');
  await client.query('begin');
  expect(() => line.keep('select 1', values)).toThrow('over');
  await client.query('rollback');
  client.release();
});

describe('behind a pooler', () => {
  const OPENS = "select set_config('app.limit', '7', true)";
  const read = `select current_setting('app.limit', true) as "limit"`;

  beforeEach(async () => {
    await pool.end();
    open({ keepsPlans: false, opensWith: OPENS });
  });

  it('says what holds for a transaction with its first statement, and again with every one that stands alone', async () => {
    const client = await pool.connect();
    await client.query('begin');
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    await client.query('commit');
    expect(sent).toEqual([`begin;\n${OPENS};\n${read}`, read, 'commit']);
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    expect(await askFor(client, 'alone', 'app.limit')).toEqual([{ word: 'alone', setting: '7' }]);
    client.release();
  });

  it('ends a transaction that has failed at what the connection would prepare, right behind one that went well', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(read);
    await client.query('commit');
    await client.query('begin');
    await expect(client.query('select $1::int / 0', BoundValues.from([1]) as BoundValues)).rejects.toThrow('division by zero');
    await client.query('rollback');
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    client.release();
  });

  it('ends a transaction whose writes failed right before its commit', async () => {
    const client = await pool.connect();
    await client.query('begin');
    (await lineOf(client)).gather();
    await client.query('update nothing_of_this_name set word = 1');
    (await lineOf(client)).pause();
    await expect(client.query('commit')).rejects.toThrow('nothing_of_this_name');
    await client.query('rollback');
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    client.release();
  });

  it('ends a transaction that has failed, and forgets one that never began', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await expect(client.query('select nothing_of_this_name')).rejects.toThrow();
    await client.query('rollback');
    await client.query('begin');
    await client.query('commit');
    expect((await client.query('select pg_current_xact_id_if_assigned() as id, now() <> statement_timestamp() as old')).rows).toEqual([
      { id: null, old: false },
    ]);
    expect((await client.query(read)).rows).toEqual([{ limit: '7' }]);
    client.release();
  });
});
