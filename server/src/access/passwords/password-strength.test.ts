import { expect, it } from 'vitest';
import { findPasswordWeakness } from './password-strength.ts';

const ABOUT = ['ada.lovelace@harbour-cafe.example', 'Ada Lovelace', 'posts.kestrel.example', 'Blue Möwe Bakery'];

it.each([
  ['a common one', 'password1234'],
  ['a leaked one', 'iloveyou12345'],
  ['adjacent keys', 'qwertyuiop123'],
  ['one character many times', 'aaaaaaaaaaaaaaaa'],
  ['a word and a year', 'countersign2026'],
  ['the person’s address', 'ada.lovelace@harbour-cafe.example'],
  ['the person’s name and a year', 'AdaLovelace1815'],
  ['the name of the account', 'BlueMoweBakery'],
  ['the name of the account, with signs between its letters', 'blue-möwe-bakery-2026'],
  ['the name of the service, with signs between its letters', 'c.o.u.n.t.e.r.s.i.g.n'],
  ['the name of the service twice', 'countersign countersign'],
  ['the name of the service with digits for letters', 'C0unters1gn!2026'],
  ['the address of the service', 'postskestrel2026'],
  ['the name of the service', 'CounterSign1!'],
])('refuses %s', async (_what, password) => {
  expect(await findPasswordWeakness(password, ABOUT)).toMatch(/easily guessed/);
});

it.each(['correct horse battery staple', 'fulfil-otter-lamp', 'kaffee möwe schraubenzieher'])(
  'accepts words that do not belong together: %s',
  async (password) => {
    expect(await findPasswordWeakness(password, ABOUT)).toBeNull();
  },
);

it('judges the longest password quickly', async () => {
  await findPasswordWeakness('once, so that the lists are loaded', []);
  // CPU time of this process: independent of the machine's load.
  const before = process.cpuUsage();
  await findPasswordWeakness('aB3$'.repeat(50), ABOUT);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
