import { expect, it } from 'vitest';
import { growingTooFast, HOSTILE_UNITS } from '../../testing/inputs/hostile-units.ts';

it('what is done for a text grows with the text, not with its square, for a hundred hostile units on all networks', async () => {
  expect(await growingTooFast(HOSTILE_UNITS)).toEqual([]);
}, 600_000);
