import { afterEach, expect, it } from 'vitest';
import { createFaultLog } from '../db/database-faults.ts';
import { inTransaction } from '../db/transaction.ts';
import { UnreadEvent } from '../events/event.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { REST_MS, startReadingEvents } from './events.job.ts';

const database = useTestDatabase();
let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

it('reads events in quick succession in few rounds, and all of them', async () => {
  const services = createTestServices(database);
  const { accountId, workspaceId } = await givenStage(services);
  const rounds: string[][] = [];
  const reader = {
    name: 'notices',
    read: async (_tx: unknown, events: readonly { id: string }[]) => void rounds.push(events.map(({ id }) => id)),
  };
  ({ stop } = startReadingEvents(services, [reader], createFaultLog(services, 'It is out.')));
  const started = performance.now();
  for (let number = 0; number < 40; number += 1)
    await inTransaction(contextFor(services), async (ctx) =>
      recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId }),
    );
  await expect.poll(() => services.orm.em.fork().count(UnreadEvent, { reader: 'notices' }), { interval: 20 }).toBe(0);
  const ms = performance.now() - started;
  const read = rounds.flat();
  expect([read.length, new Set(read).size]).toEqual([40, 40]);
  expect(rounds.length, `within ${ms} ms`).toBeLessThanOrEqual(2 + ms / REST_MS);
});
