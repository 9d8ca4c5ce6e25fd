import { expect, it } from 'vitest';
import type { Balance } from './credit-queries.ts';
import { planDraws } from './draw-credit.ts';

const balances: Balance[] = [
  { bucket: 'allowance', unit: 'publication', available: 2, held: 0 },
  { bucket: 'pack', unit: 'publication', available: 58, held: 0 },
  { bucket: 'topup', unit: 'autoposting', available: 125, held: 0 },
];

it('draws the allowance before the packs, and never another unit', () => {
  expect(planDraws(balances, 'publication', 1)).toEqual([{ bucket: 'allowance', available: 2, quantity: 1 }]);
  expect(planDraws(balances, 'publication', 5)).toEqual([
    { bucket: 'allowance', available: 2, quantity: 2 },
    { bucket: 'pack', available: 58, quantity: 3 },
  ]);
  expect(planDraws(balances, 'autoposting', 1)).toEqual([{ bucket: 'topup', available: 125, quantity: 1 }]);
});

it('covers no more than the balance', () => {
  expect(planDraws(balances, 'publication', 100).map(({ quantity }) => quantity)).toEqual([2, 58]);
});
