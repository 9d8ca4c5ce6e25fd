import { expect, it } from 'vitest';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();

it('publishes no more of a grant in a month than its limit, however many are sent concurrently', async () => {
  const { services, deliver } = createEngine(database);
  const stage = await givenStage(services, { grant: { creditsPerMonth: 3 } });
  const queued = [];
  for (let number = 0; number < 10; number += 1) queued.push(await givenQueued(stage, { sourceText: `Boat ${number} leaves at nine.` }));
  const states = await Promise.all(queued.map(({ publicationId }) => deliver(publicationId)));
  expect(states.filter((state) => state === 'published')).toHaveLength(3);
  expect(await stage.ledger()).toMatchObject({ isConsistent: true, holds: 3 });
});
