import { expect, test } from 'vitest';
import { cutAt, tighter } from './cut-text.ts';

const cut = { characters: 10, lines: 2, more: 'more' };

test('a text is cut between words', () => {
  expect('open on Saturday'.slice(0, cutAt('open on Saturday', cut) ?? 0)).toBe('open on');
});

test('a text without spaces is cut at the limit, but never inside a character', () => {
  expect(cutAt('x'.repeat(20), cut)).toBe(10);
  const families = '👨‍👩‍👧'.repeat(20);
  expect(families.slice(0, cutAt(families, cut) ?? 0)).toBe('👨‍👩‍👧'.repeat(10));
});

test('many lines are cut after the visible ones', () => {
  expect('a\nb\nc\nd'.slice(0, cutAt('a\nb\nc\nd', cut) ?? 0)).toBe('a\nb');
});

test('a text that fits, or that a platform shows in full, is not cut', () => {
  expect(cutAt('ten chars!', cut)).toBeNull();
  expect(cutAt('x'.repeat(5_000), null)).toBeNull();
});

test('wrapped lines are counted if the width is known', () => {
  const most = { characters: 1_000, lines: 2, perLine: 10, more: '' };
  expect(cutAt('short\nlines', most)).toBeNull();
  const text = 'open again on Saturday and on Sunday';
  expect(text.slice(0, cutAt(text, most) ?? 0)).toBe('open again on');
});

test('the shorter of two cuts applies', () => {
  const less = { characters: 5, lines: 1, more: '…more' };
  expect([tighter(cut, less), tighter(less, cut), tighter(null, cut), tighter(null, null)]).toEqual([less, less, cut, null]);
});
