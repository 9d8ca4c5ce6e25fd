import { expect, it } from 'vitest';
import { growingTooFast, HOSTILE_UNITS } from '../../testing/inputs/hostile-units.ts';
import { WORDS_OF_ANY_SOURCE } from '../../testing/proofs/words-of-any-source.ts';

/** Uses other sources in each run; the proof tries thousands. */
it.each(Object.entries(WORDS_OF_ANY_SOURCE))('whatever the source %s', (_, holds) => holds(75));

it('does work linear in the text; all hundred units are in the proof', async () => {
  expect(HOSTILE_UNITS.length).toBeGreaterThanOrEqual(100);
  expect(await growingTooFast(HOSTILE_UNITS.filter((_, index) => index % 12 === 0))).toEqual([]);
});
