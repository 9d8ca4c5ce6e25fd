import { expect, test } from 'vitest';
import { letterOf } from './letter-of.ts';

test('a key means what it types, wherever it is on the keyboard', () => {
  expect(letterOf({ key: 'A', code: 'KeyA' })).toBe('a');
  // On a French keyboard; and on a German one, where Y and Z are swapped.
  expect([letterOf({ key: 'a', code: 'KeyQ' }), letterOf({ key: 'q', code: 'KeyA' })]).toEqual(['a', 'q']);
  expect([letterOf({ key: 'z', code: 'KeyY' }), letterOf({ key: 'ä', code: 'Quote' })]).toEqual(['z', 'ä']);
  expect([letterOf({ key: '?', code: 'Minus' }), letterOf({ key: 'Enter', code: 'Enter' })]).toEqual(['?', 'enter']);
});

test('where it types another script it means the Latin letter in its place', () => {
  expect([letterOf({ key: 'ش', code: 'KeyA' }), letterOf({ key: 'لا', code: 'KeyB' })]).toEqual(['a', 'b']);
  expect([letterOf({ key: 'Л', code: 'KeyK' }), letterOf({ key: 'γ', code: 'KeyG' })]).toEqual(['k', 'g']);
  expect(letterOf({ key: '؟', code: 'Slash' })).toBe('؟');
});
