import { expect, it } from 'vitest';
import { namesOf, say, utcTime } from './sentence.ts';
import { fromStoredMessage, toStoredMessage } from './stored-message.ts';
import { translator } from './translate.ts';

const german = translator('de', {
  '{1} waits for {2} until {3}.': '{1} wartet bis {3} auf {2}.',
  '{1} and {2}': '{1} und {2}',
});

/** As it comes back from a column of JSON. */
const throughRow = (kept: ReturnType<typeof toStoredMessage>) => fromStoredMessage(JSON.parse(JSON.stringify(kept)));

it('is its English text in a row, and translated when it is read', () => {
  const sentence = say`${3} waits for ${namesOf(['Ada', 'Nia'])} until ${utcTime(new Date('2026-12-12T08:00:00Z'))}.`;
  const kept = toStoredMessage(sentence);
  expect(kept.message).toBe('3 waits for Ada and Nia until Saturday 12 December 2026, 08:00 (UTC).');
  expect(String(throughRow(kept))).toBe(kept.message);
  expect(german(throughRow(kept))).toBe('3 wartet bis Samstag, 12. Dezember 2026, 08:00 (UTC) auf Ada und Nia.');
});

it('is the text alone where there was never more', () => {
  expect(german(throughRow(toStoredMessage('An old row.')))).toBe('An old row.');
  expect(german(fromStoredMessage({ message: 'An old row.' }))).toBe('An old row.');
});

it.each([
  [[], ''],
  [['X'], 'X'],
  [['X', 'Bluesky'], 'X and Bluesky'],
  [['X', 'Bluesky', 'Mastodon'], 'X, Bluesky and Mastodon'],
  [['X', 'Bluesky', 'Mastodon', 'Lemmy', 'Nostr'], 'X, Bluesky, Mastodon and 2 more'],
])('names %j as people do', (names, said) => {
  expect(String(namesOf(names))).toBe(said);
});
