import { expect } from 'vitest';
import { prove } from '../testing/proofs/prove.ts';
import { readManyTimes } from '../testing/proofs/read-many-times.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

prove('P9', 'reading makes no outbound call', async (count) => {
  const { reads, refused, elsewhere } = await readManyTimes(database, count(1_000, 50));
  expect([refused, elsewhere]).toEqual([0, []]);
  return `${reads} job reads and ${reads} prechecks over REST, for a real network: ${elsewhere.length} outbound connections`;
});
