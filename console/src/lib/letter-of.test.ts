import { expect, test } from 'vitest';
import { letterOf } from './letter-of.ts';

test('a key is identified by the letter it types, on any keyboard layout', () => {
  expect(letterOf({ key: 'A', code: 'KeyA' })).toBe('a');
  // On a French keyboard; and on a German one, where Y and Z are swapped.
  expect([letterOf({ key: 'a', code: 'KeyQ' }), letterOf({ key: 'q', code: 'KeyA' })]).toEqual(['a', 'q']);
  expect([letterOf({ key: 'z', code: 'KeyY' }), letterOf({ key: 'ä', code: 'Quote' })]).toEqual(['z', 'ä']);
  expect([letterOf({ key: '?', code: 'Minus' }), letterOf({ key: 'Enter', code: 'Enter' })]).toEqual(['?', 'enter']);
});

test('on a non-Latin layout a key is the Latin letter in its position', () => {
  expect([letterOf({ key: 'ش', code: 'KeyA' }), letterOf({ key: 'لا', code: 'KeyB' })]).toEqual(['a', 'b']);
  expect([letterOf({ key: 'Л', code: 'KeyK' }), letterOf({ key: 'γ', code: 'KeyG' })]).toEqual(['k', 'g']);
  expect(letterOf({ key: '؟', code: 'Slash' })).toBe('؟');
});
