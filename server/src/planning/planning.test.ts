import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LocalTime, say } from '../languages/sentence.ts';
import { quietHoursFaults } from './check-planning.ts';
import { quietPeriods, quietUntil } from './quiet-until.ts';
import { slotsIn } from './slots.ts';
import { minutesOf, type QuietWindow, type Weekday } from './week.ts';

const EVERY_DAY: Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const NIGHT: QuietWindow = { weekdays: EVERY_DAY, from: '22:00', to: '07:00' };
const ZONES = ['UTC', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

const until = (at: string, timeZone: string, ...windows: QuietWindow[]) =>
  quietUntil(new Date(at), { timeZone, windows })?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    ['in the evening, until the next morning', '2026-11-20T22:30:00Z', '2026-11-21T07:00:00.000Z'],
    ['in the early morning of the same night', '2026-11-21T03:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['from the first second on', '2026-11-20T22:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['until the last second', '2026-11-21T06:59:59.999Z', '2026-11-21T07:00:00.000Z'],
    ['but not at their end', '2026-11-21T07:00:00Z', null],
    ['but not before', '2026-11-20T21:59:59Z', null],
  ])('apply %s', (_when, at, end) => {
    expect(until(at, 'UTC', NIGHT)).toBe(end);
  });

  it('merge if they are adjacent: a night that runs into a quiet weekend ends on Monday', () => {
    const weekend: QuietWindow = { weekdays: [6, 7], from: '00:00', to: '00:00' };
    expect(until('2026-11-20T23:00:00Z', 'UTC', NIGHT, weekend)).toBe('2026-11-23T07:00:00.000Z');
  });

  it('follow local time when the clock changes', () => {
    // Lisbon, 29 March 2026: 00:59 is followed by 02:00. The night is an hour shorter.
    expect(until('2026-03-28T22:00:00Z', 'Europe/Lisbon', NIGHT)).toBe('2026-03-29T06:00:00.000Z');
    // 25 October 2026: 01:00 to 02:00 occurs twice, so the night is an hour longer.
    expect(until('2026-10-24T21:00:00Z', 'Europe/Lisbon', NIGHT)).toBe('2026-10-25T07:00:00.000Z');
  });

  it('do not wait for a skipped hour, and include both occurrences of a repeated one', () => {
    const early: QuietWindow = { weekdays: [7], from: '00:30', to: '01:30' };
    // The clock jumps from 01:00 to 02:00: the end at 01:30 does not exist, so it ends at 02:00.
    expect(until('2026-03-29T00:45:00Z', 'Europe/Lisbon', early)).toBe('2026-03-29T01:00:00.000Z');
    // 01:15 occurs for the first and for the second time.
    expect(until('2026-10-25T00:15:00Z', 'Europe/Lisbon', early)).toBe('2026-10-25T00:30:00.000Z');
    expect(until('2026-10-25T01:15:00Z', 'Europe/Lisbon', early)).toBe('2026-10-25T01:30:00.000Z');
  });

  it('match a minute-by-minute reference, in every zone and over every clock change', () => {
    const weekdays = fc.uniqueArray(fc.constantFrom(...EVERY_DAY), { minLength: 1, maxLength: 5 });
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => `${two(h)}:${two(m)}`);
    const window = fc.record({ weekdays, from: time, to: time });
    const start = fc.constantFrom('2026-03-28', '2026-03-07', '2026-10-24', '2026-10-31', '2026-04-04', '2026-06-10');
    fc.assert(
      fc.property(fc.array(window, { maxLength: 3 }), fc.constantFrom(...ZONES), start, (windows, timeZone, day) => {
        if (quietHoursFaults(windows, '').length > 0) return;
        const from = Date.parse(`${day}T00:00:00Z`);
        const to = from + 48 * 3_600_000;
        const periods = quietPeriods({ start: new Date(from), end: new Date(to) }, { timeZone, windows });
        for (let at = from; at < to; at += 15 * 60_000) {
          const isIn = periods.some(({ start: begin, end }) => begin.getTime() <= at && at < end.getTime());
          expect(isIn, `${new Date(at).toISOString()} in ${timeZone}`).toBe(isQuietOnTheWall(at, timeZone, windows));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('leave some time of the week', () => {
    const always: QuietWindow = { weekdays: EVERY_DAY, from: '08:00', to: '08:00' };
    expect(quietHoursFaults([always], '/quiet_hours')).toEqual([
      { pointer: '/quiet_hours', message: say`must leave some time of the week in which posts can be published.` },
    ]);
    expect(quietHoursFaults([{ weekdays: [], from: '25:00', to: '9:00' }], '')).toHaveLength(3);
  });
});

describe('posting slots', () => {
  const slots = [
    { weekdays: [1, 3] as Weekday[], at: '09:00' },
    { weekdays: [7] as Weekday[], at: '01:30' },
  ];
  const of = (start: string, end: string) =>
    slotsIn({ start: new Date(start), end: new Date(end) }, 'Europe/Lisbon', slots).map((slot) => slot.toISOString());

  it('are in order, in local time', () => {
    expect(of('2026-11-23T08:00:00Z', '2026-11-26T00:00:00Z')).toEqual(['2026-11-23T09:00:00.000Z', '2026-11-25T09:00:00.000Z']);
    expect(of('2026-07-06T00:00:00Z', '2026-07-07T00:00:00Z')).toEqual(['2026-07-06T08:00:00.000Z']);
  });

  it('are an hour later if the clock skips them, and once if it repeats them', () => {
    expect(of('2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z')).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(of('2026-10-25T00:00:00Z', '2026-10-25T12:00:00Z')).toEqual(['2026-10-25T00:30:00.000Z']);
  });
});

it('names a time in its own zone', () => {
  expect(String(new LocalTime(new Date('2026-12-12T08:00:00Z'), 'America/New_York'))).toBe(
    'Saturday 12 December 2026, 03:00 (America/New_York)',
  );
});

const two = (number: number): string => String(number).padStart(2, '0');
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The reference implementation: converts to local time, then checks the windows. */
function isQuietOnTheWall(at: number, timeZone: string, windows: readonly QuietWindow[]): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = (DAYS.indexOf(of.weekday ?? '') + 1) as Weekday;
  const dayBefore = (day === 1 ? 7 : day - 1) as Weekday;
  const now = Number(of.hour) * 60 + Number(of.minute);
  return windows.some(({ weekdays, from, to }) => {
    const [start, end] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0];
    if (end > start) return weekdays.includes(day) && now >= start && now < end;
    return (weekdays.includes(day) && now >= start) || (weekdays.includes(dayBefore) && now < end);
  });
}
