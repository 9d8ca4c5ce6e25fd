import { expect, it } from 'vitest';
import { freezeWorkers } from '../testing/proofs/freeze-workers.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

it('continues next to a worker that froze inside a transaction, and duplicates nothing when that one wakes up', async () => {
  const { jobs, othersMs, heldMs, ...counts } = await freezeWorkers(database, 1);
  console.log(
    `all posts of other customers were out after ${Math.round(othersMs)} ms, those of the held one after ${Math.round(heldMs)} ms`,
  );
  expect(counts).toEqual({ published: jobs, posts: jobs, problems: [] });
});
