import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../language.ts';
import { formatClock, formatExact, formatRelative, formatWhen, zoneName } from './format-time.ts';

const now = new Date('2026-12-10T12:00:00Z');
const relative = (at: string, zone = 'UTC'): string => formatRelative(new Date(at), now, zone);

describe('formatRelative', () => {
  test.each([
    ['2026-12-10T12:00:05Z', 'just now'],
    ['2026-12-10T11:59:40Z', 'just now'],
    ['2026-12-10T12:00:30Z', 'in a moment'],
    ['2026-12-10T11:55:00Z', '5 minutes ago'],
    ['2026-12-10T13:00:00Z', 'in 1 hour'],
    ['2026-12-10T02:00:00Z', '10 hours ago'],
    ['2026-12-09T20:00:00Z', 'yesterday'],
    ['2026-12-11T20:00:00Z', 'tomorrow'],
    ['2026-12-07T12:00:00Z', '3 days ago'],
    ['2026-11-01T12:00:00Z', '1 Nov'],
    ['2025-11-01T12:00:00Z', '1 Nov 2025'],
  ])('says %s as "%s"', (at, words) => {
    expect(relative(at)).toBe(words);
  });

  test('the time zone determines the day', () => {
    // In Auckland it is already the 11th: 20:00 UTC of the 11th is the 12th there.
    expect(relative('2026-12-11T20:00:00Z', 'Pacific/Auckland')).toBe('tomorrow');
    expect(relative('2026-12-11T03:00:00Z', 'America/Los_Angeles')).toBe('in 15 hours');
  });
});

test('formatWhen and formatClock show the wall clock of the zone', () => {
  const at = new Date('2026-12-12T08:00:01Z');
  expect(formatWhen(at, now, 'Europe/Lisbon')).toBe('Sat 12 Dec, 08:00');
  expect(formatWhen(at, now, 'America/New_York')).toBe('Sat 12 Dec, 03:00');
  expect(formatClock(at, now, 'Europe/Lisbon')).toBe('Sat 12 Dec, 08:00:01');
});

test('midnight is the 0th hour', () => {
  expect(formatWhen(new Date('2026-12-12T00:05:00Z'), now, 'UTC')).toBe('Sat 12 Dec, 00:05');
});

test('formatExact shows day, second and zone', () => {
  expect(formatExact(new Date('2026-12-12T08:00:01Z'), 'Europe/Lisbon')).toBe('Saturday 12 December 2026, 08:00:01 (Europe/Lisbon)');
});

test.each([
  ['en', 'Western European Time', 'New Zealand Time'],
  ['de', 'Westeuropäische Zeit', 'Neuseeland-Zeit'],
  ['fr', 'heure d’Europe de l’Ouest', 'heure de la Nouvelle-Zélande'],
  ['es', 'hora de Europa occidental', 'hora de Nueva Zelanda'],
  ['pt', 'Hora da Europa Ocidental', 'Hora da Nova Zelândia'],
  ['ar', 'توقيت غرب أوروبا', 'توقيت نيوزيلندا'],
] as const)('a zone is called in %s what people there call it, and UTC is UTC', (language, lisbon, auckland) => {
  const named = (zone: string): string => zoneName(zone, LANGUAGES[language].locale);
  expect(named('Europe/Lisbon')).toBe(lisbon);
  expect(named('Pacific/Auckland')).toBe(auckland);
  expect(named('UTC')).toBe('UTC');
  expect(named('Etc/UTC')).toBe('UTC');
});
