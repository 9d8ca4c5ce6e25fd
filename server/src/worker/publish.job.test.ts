import { expect, it } from 'vitest';
import { createOrm } from '../db/orm.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { publishJob } from './publish.job.ts';

const database = useTestDatabase();

it('retries soon, by the database’s clock, where a lock is held', async () => {
  const { services, clock } = createEngine(database);
  const { publicationId, draft } = await givenQueued(await givenStage(services));
  clock.advance(3_600_000);
  const orm = createOrm({ url: database.url, limits: { statement: 5_000, lock: 50, silence: 0 } });
  const again: (Date | undefined)[] = [];
  const queue = {
    ...services.queue,
    enqueue: async (...[, , startAfter]: Parameters<typeof services.queue.enqueue>) => void again.push(startAfter),
  };
  await database.orm.em.fork().transactional(async (em) => {
    await em.execute('select id from drafts where id = ? for update', [draft.id]);
    await publishJob({ ...services, orm, queue }, publicationId, { signal: new AbortController().signal });
  });
  await orm.close();
  expect(again).toEqual([new Date(clock.now().getTime() + 1_000)]);
});
