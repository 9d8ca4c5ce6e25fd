import { expect, test } from 'vitest';
import { cutAt } from './cut-text.ts';

const cut = { characters: 10, lines: 2, more: 'more' };

test('a text is cut between words', () => {
  expect('open on Saturday'.slice(0, cutAt('open on Saturday', cut) ?? 0)).toBe('open on');
});

test('a text without words is cut where there is no more room, and never inside a character', () => {
  expect(cutAt('x'.repeat(20), cut)).toBe(10);
  const families = '👨‍👩‍👧'.repeat(20);
  expect(families.slice(0, cutAt(families, cut) ?? 0)).toBe('👨‍👩‍👧'.repeat(10));
});

test('many lines are cut after those that show', () => {
  expect('a\nb\nc\nd'.slice(0, cutAt('a\nb\nc\nd', cut) ?? 0)).toBe('a\nb');
});

test('what fits, and what a platform shows whole, is not cut', () => {
  expect(cutAt('ten chars!', cut)).toBeNull();
  expect(cutAt('x'.repeat(5_000), null)).toBeNull();
});
