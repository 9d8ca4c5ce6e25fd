import { expect, test } from 'vitest';
import { fromZonedTime, toZonedTime } from './zoned-time.ts';

test.each([
  ['2026-12-12T08:00', 'UTC', '2026-12-12T08:00:00.000Z'],
  ['2026-07-12T08:00', 'Europe/Lisbon', '2026-07-12T07:00:00.000Z'],
  ['2026-12-12T08:00', 'America/New_York', '2026-12-12T13:00:00.000Z'],
  ['2026-12-12T08:00', 'Asia/Kolkata', '2026-12-12T02:30:00.000Z'],
  ['2026-12-12T08:00', 'Pacific/Kiritimati', '2026-12-11T18:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(fromZonedTime(local, zone)?.toISOString()).toBe(instant);
  expect(toZonedTime(new Date(instant), zone)).toBe(local);
});

test('a skipped hour becomes the hour after it', () => {
  // Berlin goes from 02:00 to 03:00 on 29 March 2026.
  expect(fromZonedTime('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
});

test('a repeated hour is the first of the two', () => {
  // Berlin goes from 03:00 back to 02:00 on 25 October 2026.
  expect(fromZonedTime('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test.each(['UTC', 'Europe/Lisbon', 'Asia/Kolkata'])('each year on the way to a typed one is a time in %s', (zone) => {
  for (const local of ['0002-12-05T08:00', '0020-12-05T08:00', '0202-12-05T08:00', '2026-12-05T08:00', '9999-12-31T23:59']) {
    const instant = fromZonedTime(local, zone);
    expect(instant?.getTime()).not.toBeNaN();
    expect(instant && toZonedTime(instant, zone)).toBe(local);
  }
});

test('an invalid time is null', () => {
  expect(fromZonedTime('', 'UTC')).toBeNull();
  expect(fromZonedTime('20266-12-05T08:00', 'UTC')).toBeNull();
  expect(fromZonedTime('tomorrow', 'UTC')).toBeNull();
});
