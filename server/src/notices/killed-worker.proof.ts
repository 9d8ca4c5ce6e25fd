import { expect } from 'vitest';
import { prove } from '../testing/proofs/prove.ts';
import { tellThroughKills } from '../testing/proofs/tell-through-kills.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

prove('N2', 'no notification is sent twice, whenever the worker dies', async (count) => {
  const tally = await tellThroughKills(database, { kills: count(20, 3), people: count(60, 10) });
  const { kills, wanted, noticed, mailed, notMailed } = tally;
  expect(tally).toMatchObject({ noticed: wanted, noticedTwice: 0, mailedTwice: 0 });
  return `${kills} × kill -9 of the worker: ${noticed} of ${wanted} notices in the console, 0 twice; ${mailed} mailed, 0 twice, ${notMailed} given up for it or beyond the ten that a mail lists`;
});
