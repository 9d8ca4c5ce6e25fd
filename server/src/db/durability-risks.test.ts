import { expect, it } from 'vitest';
import { useTestDatabase } from '../testing/test-database.ts';
import { readRisks, risksOf } from './durability-risks.ts';

const database = useTestDatabase();
const SAFE = { standbys: 1, synchronous: 'ANY 1 (*)', commit: 'on', fsync: 'on' };

it('finds no risk in a lone primary, or with a synchronous standby', () => {
  expect([risksOf({ ...SAFE, standbys: 0, synchronous: '' }), risksOf(SAFE)]).toEqual([[], []]);
});

it.each([
  ['a standby that is not synchronous', { synchronous: '' }, 'synchronous_standby_names'],
  ['a standby that no commit waits for', { commit: 'local' }, 'synchronous_commit'],
  ['commits that do not wait for the disk', { commit: 'off', synchronous: 'ANY 1 (*)' }, 'fsync'],
  ['a disk that is not waited for', { fsync: 'off' }, 'fsync'],
])('warns of %s, and names the setting', (_what, changed, setting) => {
  expect(risksOf({ ...SAFE, ...changed })).toEqual([expect.stringContaining(setting)]);
});

it('reads the database’s actual settings: the test database does not wait for its disk', async () => {
  expect(await readRisks(database.orm.em.fork())).toEqual([expect.stringContaining('After a crash of its machine')]);
});
