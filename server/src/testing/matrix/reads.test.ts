import { expect, it } from 'vitest';
import { digestRows } from '../api.ts';
import { useTestDatabase } from '../test-database.ts';
import type { Caller } from './callers.ts';
import { queriesBelow } from './deep-queries.ts';
import { everyGet, everyQuery, useReading } from './reading.ts';
import { givenSubject } from './subject.ts';

const database = useTestDatabase();
const reading = useReading(database);

/** An owner sends every request; each of the others some. The soak test sends all of them by every caller. */
function ownerAndAnother(number: number): Caller[] {
  const owner = reading.readers.find(({ name }) => name === 'owner, fresh');
  const others = reading.readers.filter((reader) => reader !== owner);
  const another = others[number % others.length];
  if (!owner || !another) throw new Error('There is no owner, or nobody else.');
  return [owner, another];
}

it('no GET of the API changes a row', async () => {
  const { asked, answered, changed } = await reading.askAll(everyGet(reading), () => reading.readers);
  console.info(`K6 reading, REST: ${asked} GETs, ${answered} answered, ${changed.length} changed a row`);
  expect(changed).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});

it('no query of GraphQL changes a row', async () => {
  const { asked, answered, changed } = await reading.askAll(everyQuery(reading), ownerAndAnother);
  console.info(`K6 reading, GraphQL: ${asked} asked, ${answered} answered, ${changed.length} changed a row`);
  expect(changed).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});

it('looking up an access request changes nothing except the attempt counter', async () => {
  const { services, world, readers } = reading;
  const [owner] = readers.filter(({ kind, place }) => kind === 'person' && place === 'own');
  if (!owner?.sessionId || !owner.userId) throw new Error('There is no owner.');
  const asker = { sessionId: owner.sessionId, userId: owner.userId };
  const own = await givenSubject(services, world.homes.ordinary, { asker, uses: new Set(['requestId']) });
  const mine = await reading.askAll(queriesBelow('grantRequest', own, owner), () => [owner]);
  const others = await reading.askAll(queriesBelow('grantRequest', world.shared.ordinary, owner), () => readers);
  const changed = [...mine.changed, ...others.changed];
  expect(changed.filter((change) => !change.startsWith('attempt_windows'))).toEqual([]);
});

it('the last uses of keys are written by the process, not by requests', async () => {
  const before = await digestRows(database.orm);
  await reading.services.lastUses.write();
  const after = await digestRows(database.orm);
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['api_keys']);
});
