import { expect, test } from 'vitest';
import { firstKnown } from './language.ts';

test('the first language of the browser that the console speaks is taken, a dialect as its language, else English', () => {
  expect(firstKnown(['pt-BR', 'de-AT', 'en'])).toBe('de');
  expect(firstKnown(['ar-EG'])).toBe('ar');
  expect(firstKnown(['pt-BR', 'constructor'])).toBe('en');
  expect(firstKnown([])).toBe('en');
});
