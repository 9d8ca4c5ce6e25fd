import { expect, it } from 'vitest';
import { HOLDING_COMMENTS, INTERFERENCES, raceComment, raceSend } from '../../testing/proofs/gate-races.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promise P7 in short: the combinations of gates are in gates.test.ts. */
const database = useTestDatabase();

it.each(Object.keys(INTERFERENCES))('no intent to send is committed after %s', async (name) => {
  const { races, sent, held, after } = await raceSend(database, name, 3);
  expect([sent > 0, held > 0, sent + held, after]).toEqual([true, true, races, 0]);
});

it.each(HOLDING_COMMENTS)('no intent to send a first comment is committed after %s', async (name) => {
  const { races, sent, held, after } = await raceComment(database, name, 3);
  expect([sent > 0, held > 0, sent + held, after]).toEqual([true, true, races, 0]);
});
