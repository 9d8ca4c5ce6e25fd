import { DriverException } from '@mikro-orm/postgresql';
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
import { inReading } from '../transaction.ts';
import { ask } from './ask.ts';

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
const seen = async ({ em }: Context): Promise<string[]> =>
  (await ask<{ id: string }>(em, 'select id from workspaces', [])).map(({ id }) => id);
const SNAPSHOT = 'select pg_current_snapshot()::text as moment, pg_backend_pid() as pid';

it('reads behind its wall in one message, and leaves nothing of it on the connection', async () => {
  const messages = await recordMessages(async () => {
    expect(await inReading(ctx, seen, 'once')).toEqual([own.workspaceId]);
  });
  expect(messages).toHaveLength(1);
  const all = await ask<{ id: string }>(engine.services.orm.em.fork(), 'select id from workspaces', []);
  expect(all.length).toBeGreaterThan(1);
});

it.each(['once', 'together'] as const)('changes nothing where it reads %s', async (manner) => {
  const change = (reading: Context) => ask(reading.em, `update workspaces set name = 'Other' returning id`, []);
  await expect(inReading(ctx, change, manner)).rejects.toThrow('read-only transaction');
  expect(await inReading(ctx, seen, manner)).toEqual([own.workspaceId]);
});

it('sees one moment, on one connection, however many statements it takes', async () => {
  const work = async ({ em }: Context) => [...(await ask(em, SNAPSHOT, [])), ...(await ask(em, SNAPSHOT, []))];
  const [first, second] = await inReading(ctx, work, 'together');
  expect(second).toEqual(first);
});

it('asks in one message what is asked at the same time, the first time with what opens the transaction', async () => {
  const number = async ({ em }: Context, value: number) => (await ask<{ n: number }>(em, 'select $1::int as n', [value]))[0]?.n;
  let answers: unknown;
  const messages = await recordMessages(async () => {
    answers = await inReading(
      ctx,
      async (reading) => [
        ...(await Promise.all([seen(reading), number(reading, 2), number(reading, 3)])),
        ...(await Promise.all([number(reading, 4), seen(reading)])),
      ],
      'together',
    );
  });
  expect(answers).toEqual([[own.workspaceId], 2, 3, 4, [own.workspaceId]]);
  expect(messages.filter((message) => message !== 'commit')).toHaveLength(2);
});

it('fails each of what is asked at the same time where one fails', async () => {
  const work = async ({ em }: Context) =>
    Promise.allSettled([ask(em, 'select 1 as n', []), ask(em, 'select 1 / $1::int as n', [0])]).then((all) =>
      all.map(({ status }) => status),
    );
  expect(await inReading(ctx, work, 'together')).toEqual(['rejected', 'rejected']);
});

it('is done again from its beginning where one statement turns out to be too few', async () => {
  let beginnings = 0;
  const work = async ({ em }: Context) => {
    beginnings += 1;
    return [...(await ask(em, SNAPSHOT, [])), ...(await ask(em, SNAPSHOT, []))];
  };
  const [first, second] = await inReading(ctx, work, 'once');
  expect(second).toEqual(first);
  expect(beginnings).toBe(2);
});

it('is done again with entities where it asks for one, also where somebody has swallowed the error', async () => {
  const work = async (reading: Context) => {
    const [moment] = await ask(reading.em, SNAPSHOT, []);
    const workspaces = await reading.em.find(Workspace, {}).catch(() => []);
    const [after] = await ask(reading.em, SNAPSHOT, []);
    expect(after).toEqual(moment);
    return workspaces.map(({ id }) => id);
  };
  expect(await inReading(ctx, work, 'together')).toEqual([own.workspaceId]);
});

it('shows nothing to somebody unknown', async () => {
  expect(await inReading(contextOf({ kind: 'anonymous' }), seen, 'once')).toEqual([]);
});

it('tells of a database that cannot be reached as the ORM does, so that nobody takes it for another server', async () => {
  const away = createOrm({ url: 'postgresql://nobody@127.0.0.1:1/nothing', poolSize: 1 });
  await expect(ask(away.em.fork(), 'select 1', [])).rejects.toBeInstanceOf(DriverException);
  const reading = (manner: 'once' | 'together') => inReading({ ...ctx, em: forkFor(away, own.agent) }, seen, manner);
  await expect(reading('once')).rejects.toBeInstanceOf(DriverException);
  await expect(reading('together')).rejects.toBeInstanceOf(DriverException);
  await away.close();
});
