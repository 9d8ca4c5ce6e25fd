import { expect, test } from 'vitest';
import { firstKnown, loadLanguage } from './language.ts';

test('uses the first supported language of the browser, by its base language, or else English', () => {
  expect(firstKnown(['nl-BE', 'de-AT', 'en'])).toBe('de');
  expect(firstKnown(['ar-EG'])).toBe('ar');
  expect(firstKnown(['es-MX', 'en'])).toBe('es');
  expect(firstKnown(['pt-BR'])).toBe('pt');
  expect(firstKnown(['nl-BE', 'constructor'])).toBe('en');
  expect(firstKnown(['fr-CA', 'en'])).toBe('fr');
  expect(firstKnown([])).toBe('en');
});

test('loads a language with its texts, or English if its file cannot be loaded', async () => {
  const spoken = { calendar: { title: 'Kalender' } };
  expect(await loadLanguage('de', { '../messages/de.ts': async () => ({ messages: () => spoken }) })).toEqual({
    language: 'de',
    spoken,
    missed: null,
  });
  const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  expect(await loadLanguage('ar', { '../messages/ar.ts': fails })).toEqual({ language: 'en', spoken: {}, missed: 'ar' });
});
