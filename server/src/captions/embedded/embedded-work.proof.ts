import { expect, it } from 'vitest';
import { growingTooFast, HOSTILE_UNITS } from '../../testing/inputs/hostile-units.ts';

it('does work linear in the text, for a hundred hostile units on all networks', async () => {
  expect(await growingTooFast(HOSTILE_UNITS)).toEqual([]);
}, 600_000);
