import { beforeEach, expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { createEngine, type Engine } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { forkFor } from '../row-security/tenant-session.ts';
import { inReading } from '../transaction.ts';
import { ask } from './ask.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let ctx: Context;

beforeEach(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
  ctx = { ...engine.services, em: forkFor(engine.services.orm, stage.agent), actor: stage.agent, requestId: 'req_1' };
});

const numberOf = async ({ em }: Context, number: number): Promise<number | undefined> =>
  (await ask<{ number: number }>(em, 'select $1::int as number', [number]))[0]?.number;
const NUMBERS = [1, 2, 3, 4, 5];

it('asks in one message what is asked at the same time, and answers each its own', async () => {
  let answers: unknown;
  const messages = await recordMessages(async () => {
    answers = await inReading(ctx, (reading) => Promise.all(NUMBERS.map((number) => numberOf(reading, number))));
  });
  expect(answers).toEqual(NUMBERS);
  // With what opens the transaction, and what ends it.
  expect(messages).toHaveLength(2);
});

it('asks behind the wall, also where entities are asked for at the same time', async () => {
  await givenStage(engine.services);
  const work = (reading: Context) =>
    Promise.all([ask<{ id: string }>(reading.em, 'select id from workspaces', []), reading.em.find(Workspace, {}), numberOf(reading, 7)]);
  const [rows, entities, number] = await inReading(ctx, work);
  expect(rows).toEqual([{ id: stage.workspaceId }]);
  expect(entities.map(({ id }) => id)).toEqual([stage.workspaceId]);
  expect(number).toBe(7);
});

it('fails all that is asked together with what fails, and what is asked afterwards', async () => {
  const work = async (reading: Context) => {
    const together = await Promise.allSettled([numberOf(reading, 1), ask(reading.em, 'select 1 / $1::int', [0])]);
    return [...together, ...(await Promise.allSettled([numberOf(reading, 2)]))].map(({ status }) => status);
  };
  expect(await inReading(ctx, work)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await inReading(ctx, (reading) => numberOf(reading, 3))).toBe(3);
});

it('writes nothing at its end of what was changed in memory', async () => {
  const messages = await recordMessages(() =>
    inReading(ctx, async ({ em }) => {
      const workspace = await em.findOneOrFail(Workspace, stage.workspaceId);
      workspace.name = 'Changed in memory';
    }),
  );
  expect(messages.join('\n')).not.toMatch(/update/i);
});
