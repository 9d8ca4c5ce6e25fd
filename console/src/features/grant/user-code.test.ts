import { expect, it } from 'vitest';
import { caretIn, hasForeignSign, isWholeCode, showUserCode } from './user-code.ts';

it.each([
  ['', ''],
  ['wdjb', 'WDJB'],
  ['wdjbm', 'WDJB-M'],
  [' wdjb mjht\n', 'WDJB-MJHT'],
  ['WDJB–MJHT', 'WDJB-MJHT'],
  ['WDJBMJHTXX', 'WDJB-MJHT'],
])('shows %j as %j', (typed, shown) => {
  expect(showUserCode(typed)).toBe(shown);
  expect(showUserCode(shown)).toBe(shown);
});

it('distinguishes a complete code from a partial one', () => {
  expect([isWholeCode('WDJB-MJH'), isWholeCode('WDJB-MJHT')]).toEqual([false, true]);
});

it('detects vowels and digits, which codes never contain', () => {
  expect([hasForeignSign('WDJB-MJHA'), hasForeignSign('WDJB-MJH0'), hasForeignSign('WDJB-MJHT')]).toEqual([true, true, false]);
});

it('keeps the caret after the same letter', () => {
  expect([caretIn('WDJB', 4), caretIn('WDJBM', 5), caretIn('WDXJB-MJHT', 3), caretIn('WDJB-MJHT', 9)]).toEqual([4, 6, 3, 9]);
});
