import { expect, test } from 'vitest';
import { addDays, dayOf, daysShown, minutesOf, momentOf, stepped } from './days.ts';

test('a month is shown in whole weeks that begin on Monday', () => {
  const days = daysShown('month', '2026-11-21');
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(daysShown('month', '2027-02-10')).toEqual(Array.from({ length: 28 }, (_none, index) => addDays('2027-02-01', index)));
});

test('a week is seven days, and a step leads to the next one', () => {
  expect(daysShown('week', '2026-11-22')[0]).toBe('2026-11-16');
  expect(stepped('week', '2026-11-22', 1)).toBe('2026-11-29');
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(stepped('month', '2026-01-31', -1)).toBe('2025-12-01');
});

test('days and times are those of the zone, also where the clock is changed', () => {
  const evening = new Date('2026-11-21T23:30:00Z');
  expect([dayOf(evening, 'Asia/Tokyo'), minutesOf(evening, 'Asia/Tokyo')]).toEqual(['2026-11-22', 510]);
  expect(momentOf('2026-10-25', 480, 'Europe/Lisbon').toISOString()).toBe('2026-10-25T08:00:00.000Z');
  expect(momentOf('2026-10-24', 480, 'Europe/Lisbon').toISOString()).toBe('2026-10-24T07:00:00.000Z');
});
