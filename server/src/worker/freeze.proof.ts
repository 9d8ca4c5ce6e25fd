import { expect } from 'vitest';
import { freezeWorkers } from '../testing/proofs/freeze-workers.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

prove('freeze', 'a frozen worker does not block the others', async (count) => {
  const freezes = count(50, 2);
  const { jobs, othersMs, heldMs, ...counts } = await freezeWorkers(database, freezes);
  expect(counts).toEqual({ published: jobs, posts: jobs, problems: [] });
  expect(heldMs).toBeLessThan(30_000);
  return `${freezes} workers frozen inside a transaction: ${jobs} jobs, each one post; all of the other customers were out ${(othersMs / 1_000).toFixed(1)} s after it at the longest, all of the one whose rows were held after ${(heldMs / 1_000).toFixed(1)} s`;
});
