import { expect, test } from 'vitest';
import { directionOf } from './direction-of.ts';

test('the first letter of a text determines its direction', () => {
  expect(directionOf('2026: Coffee is on the house')).toBe('ltr');
  expect(directionOf('☕ 10 مكتبة Harbour')).toBe('rtl');
  expect(directionOf('שלום')).toBe('rtl');
  expect(directionOf('100 %')).toBe('ltr');
});
