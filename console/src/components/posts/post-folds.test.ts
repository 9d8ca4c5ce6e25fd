import { expect, test } from 'vitest';
import { foldOf, foldsOfParts, TIGHTEST } from './post-folds.ts';

const fold = { lines: 20, perLine: 10, characters: 200, more: '' };
const lines = (count: number): string => Array.from({ length: count }, () => 'a line').join('\n');

test('a text that fits is shown in full, and each further step shows less', () => {
  expect(foldOf(1, 0)).toBeNull();
  const shown = Array.from({ length: TIGHTEST }, (_, index) => foldOf(1, index + 1)?.lines ?? 0);
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  expect(new Set(shown).size).toBe(TIGHTEST);
});

test('the posts of a thread share the lines of a fold, the last of them in part', () => {
  expect(foldsOfParts([lines(5), lines(5), lines(5)], fold).map((part) => part.lines)).toEqual([20, 11, 2]);
});

test('the first post of a thread is always shown, and no post in fewer than two lines', () => {
  expect(foldsOfParts([lines(40), lines(1)], fold)).toHaveLength(1);
  expect(foldsOfParts([lines(15), lines(9)], fold)).toHaveLength(1);
});
