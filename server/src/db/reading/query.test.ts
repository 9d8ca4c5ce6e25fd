import { DriverException } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { createEngine, type Engine } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createOrm } from '../orm.ts';
import { forkFor } from '../row-security/tenant-session.ts';
import { type Places, prepared, tables } from '../tables.ts';
import { inReading, inTransaction } from '../transaction.ts';
import { query, queryByValues, textArray } from './query.ts';

const database = useTestDatabase();
let engine: Engine;
let own: Stage;
let ctx: Context;

beforeEach(async () => {
  engine = createEngine(database);
  own = await givenStage(engine.services);
  await givenStage(engine.services);
  ctx = contextOf(own.agent);
});

const contextOf = (actor: Actor): Context => ({ ...engine.services, em: forkFor(engine.services.orm, actor), actor, requestId: 'req_1' });
const idsOfWorkspaces = async ({ em }: Context): Promise<string[]> =>
  (await query<{ id: string }>(em, 'select id from workspaces')).map(({ id }) => id);
const SNAPSHOT = 'select pg_current_snapshot()::text as moment, pg_backend_pid() as pid';

it('sends an array of texts in PostgreSQL’s format, whatever the texts contain', async () => {
  const letters = fc.constantFrom(',', '{', '}', '"', '\\', "'", ' ', '\n', 'null', 'NULL', '%', '$1', 'ä', '🦋');
  const texts = fc.array(
    fc.array(letters, { maxLength: 8 }).map((parts) => parts.join('')),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const [row] = await query<{ found: string[] }>(database.orm.em.fork(), 'select to_json($1::text[]) as found', [textArray(all)]);
      expect(row?.found).toEqual(all);
    }),
    { numRuns: 200 },
  );
});

it('never interprets a value as SQL, whatever its type', async () => {
  const hostile = { toString: () => `1; set role none; --` } as unknown as number;
  await expect(inReading(ctx, ({ em }) => query(em, 'select $1::int as n', [hostile]))).rejects.toThrow('invalid input syntax');
});

it('reads as the tenant, inside a transaction and outside, and leaves nothing of it on the connection', async () => {
  expect(await idsOfWorkspaces(ctx)).toEqual([own.workspaceId]);
  expect(await inReading(ctx, idsOfWorkspaces)).toEqual([own.workspaceId]);
  expect(await inReading(contextOf({ kind: 'anonymous' }), idsOfWorkspaces)).toEqual([]);
  expect((await query(engine.services.orm.em.fork(), 'select id from workspaces')).length).toBeGreaterThan(1);
});

it('changes nothing while reading', async () => {
  const change = ({ em }: Context) => query(em, `update workspaces set name = 'Other' returning id`);
  await expect(inReading(ctx, change)).rejects.toThrow('read-only transaction');
  await expect(change(ctx)).rejects.toThrow('read-only transaction');
  expect(await inReading(ctx, idsOfWorkspaces)).toEqual([own.workspaceId]);
});

it('sees one snapshot on one connection, with statements and with entities', async () => {
  const work = async ({ em }: Context) => {
    const before = await query(em, SNAPSHOT);
    const workspaces = await em.find(Workspace, {});
    expect(await query(em, SNAPSHOT)).toEqual(before);
    return workspaces.map(({ id }) => id);
  };
  expect(await inReading(ctx, work)).toEqual([own.workspaceId]);
});

it('sends statements of the same tick in one round trip, and returns each caller’s own rows', async () => {
  const numberOf = async ({ em }: Context, number: number) =>
    (await query<{ number: number }>(em, 'select $1::int as number', [number]))[0]?.number;
  const numbers = [1, 2, 3, 4, 5];
  let found: unknown;
  const messages = await recordMessages(async () => {
    found = await inReading(ctx, (reading) => Promise.all(numbers.map((number) => numberOf(reading, number))));
  });
  expect(found).toEqual(numbers);
  // The five with the opening of the transaction, and the commit.
  expect(messages).toHaveLength(2);
});

it('refuses statements after a failed one, and keeps the connection usable', async () => {
  const work = async ({ em }: Context) =>
    Promise.allSettled([query(em, 'select 1 / $1::int', [0]), query(em, 'select 1')]).then((all) => all.map(({ status }) => status));
  expect(await inReading(ctx, work)).toEqual(['rejected', 'rejected']);
  expect(await inReading(ctx, idsOfWorkspaces)).toEqual([own.workspaceId]);
});

it('accepts no statement after the end of its transaction', async () => {
  const kept = await inReading(ctx, async ({ em }) => em);
  await expect(query(kept, 'select id from workspaces')).rejects.toThrow('The transaction is over.');
  await expect(kept.find(Workspace, {})).rejects.toThrow('The transaction is over.');
});

it('writes nothing of a transaction that fails, and all of one that does not', async () => {
  const rename = async ({ em }: Context, name: string) =>
    query(em, 'update workspaces set name = $1 where id = $2', [name, own.workspaceId]);
  const failing = inTransaction(ctx, async (tx) => {
    await rename(tx, 'Failed');
    throw new Error('It fails.');
  });
  await expect(failing).rejects.toThrow('It fails.');
  await inTransaction(ctx, (tx) => rename(tx, 'Renamed'));
  const [row] = await query<{ name: string }>(ctx.em, 'select name from workspaces');
  expect(row?.name).toBe('Renamed');
});

it('compiles a prepared statement once, and binds the values of each execution', async () => {
  let built = 0;
  const workspace = prepared(({ id }: Places<{ id: string }>) => {
    built += 1;
    return tables.selectFrom('workspaces').select('id').where('id', '=', id);
  });
  const found = await inReading(ctx, ({ em }) => Promise.all([own.workspaceId, 'no such id'].map((id) => query(em, workspace({ id })))));
  expect(found).toEqual([[{ id: own.workspaceId }], []]);
  expect(built).toBe(1);
});

it('plans a statement by its values on request, and returns to shared plans', async () => {
  const plans = (em: Context['em']) => query(em, `select current_setting('plan_cache_mode') as mode`);
  const modes = await inReading(ctx, async ({ em }) => [
    await queryByValues(
      em,
      tables.selectNoFrom(sql<string>`current_setting('plan_cache_mode')`.as('mode')).where(sql<boolean>`${1}::int = 1`),
    ),
    await plans(em),
  ]);
  expect(modes).toEqual([[{ mode: 'force_custom_plan' }], [{ mode: 'force_generic_plan' }]]);
});

it('throws MikroORM’s exception if the database cannot be reached', async () => {
  const away = createOrm({ url: 'postgresql://unknown@127.0.0.1:1/nothing', poolSize: 1 });
  await expect(query(away.em.fork(), 'select 1')).rejects.toBeInstanceOf(DriverException);
  await expect(query(forkFor(away, own.agent), 'select 1')).rejects.toBeInstanceOf(DriverException);
  await expect(inReading({ ...ctx, orm: away, em: forkFor(away, own.agent) }, idsOfWorkspaces)).rejects.toBeInstanceOf(DriverException);
  await away.close();
});
