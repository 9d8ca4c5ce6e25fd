import { expect, it } from 'vitest';
import { countOutbound } from '../testing/proofs/outbound.ts';
import { readManyTimes } from '../testing/proofs/read-many-times.ts';
import { useTestDatabase } from '../testing/test-database.ts';

/** Promise P9 in short. */
const database = useTestDatabase();

it('opens no connection for job reads and prechecks', async () => {
  expect(await readManyTimes(database, 10)).toEqual({ reads: 10, refused: 0, elsewhere: [] });
});

it('counts connections', async () => {
  const elsewhere = await countOutbound(database.url, async () => {
    await fetch('http://127.0.0.1:4/').catch(() => {});
  });
  expect(elsewhere).toEqual(['4']);
});
