import { expect, test } from 'vitest';
import { addDays, dayOf, daysShown, isSameMinute, minutesOf, momentOf, snapped, stepped } from './days.ts';

test('a month starts on the Monday of this week, an agenda today', () => {
  const days = daysShown('month', '2026-11-21');
  expect(days).toEqual(Array.from({ length: 35 }, (_none, index) => addDays('2026-11-16', index)));
  expect([daysShown('agenda', '2026-11-21')[0], daysShown('agenda', '2026-11-21').at(-1)]).toEqual(['2026-11-21', '2026-12-25']);
});

test('a week has seven days, and a step moves to the next one', () => {
  expect(daysShown('week', '2026-11-22')[0]).toBe('2026-11-16');
  expect(stepped('week', '2026-11-22', 1)).toBe('2026-11-29');
  // Where one view ends the next begins.
  expect(daysShown('month', stepped('month', '2026-11-21', 1))[0]).toBe('2026-12-21');
  expect(stepped('agenda', '2026-11-21', -1)).toBe('2026-10-17');
});

test('days and times are in the time zone, across clock changes too', () => {
  const evening = new Date('2026-11-21T23:30:00Z');
  expect([dayOf(evening, 'Asia/Tokyo'), minutesOf(evening, 'Asia/Tokyo')]).toEqual(['2026-11-22', 510]);
  expect(momentOf('2026-10-25', 480, 'Europe/Lisbon').toISOString()).toBe('2026-10-25T08:00:00.000Z');
  expect(momentOf('2026-10-24', 480, 'Europe/Lisbon').toISOString()).toBe('2026-10-24T07:00:00.000Z');
});

test('a time keeps its position within the minute, and has none if absent', () => {
  const at = new Date('2026-11-21T09:30:00Z');
  expect(isSameMinute('2026-11-21T09:30:41.250Z', at)).toBe(true);
  expect([isSameMinute('2026-11-21T09:31:00Z', at), isSameMinute(null, at)]).toEqual([false, false]);
});

test('a drop snaps to the nearest quarter of an hour, or leaves the post where it was', () => {
  expect([snapped(608, null), snapped(607, null), snapped(-20, null), snapped(1_439, null)]).toEqual([615, 600, 0, 1_425]);
  expect([snapped(612, 607), snapped(600, 607), snapped(630, 607)]).toEqual([607, 607, 630]);
});
