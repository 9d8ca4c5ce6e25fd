import { expect, it } from 'vitest';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { verifyHolds } from './promised-credits.ts';

const database = useTestDatabase();

it('matches each credit with its publication, and names the one that does not match', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const [out, waiting] = [await givenQueued(stage), await givenQueued(stage, { sourceText: 'The pier is closed.' })];
  expect(await engine.deliver(out.publicationId)).toBe('published');
  const verify = () => verifyHolds(contextFor(engine.services), stage.accountId);
  expect(await verify()).toEqual([]);
  const em = engine.services.orm.em.fork();
  await em.execute(`update credit_holds set state = 'released' where publication_id = ?`, [out.publicationId]);
  await em.execute(`update publications set state = 'unknown' where id = ?`, [waiting.publicationId]);
  expect((await verify()).sort()).toEqual(
    [
      `${out.publicationId} is published, its credit is released.`,
      `${waiting.publicationId} is unknown, its credit is not set aside.`,
    ].sort(),
  );
  await em.execute(`update credit_holds set publication_id = 'pub_gone' where publication_id = ?`, [out.publicationId]);
  expect(await verify()).toContain('pub_gone is missing, its credit is released.');
});
