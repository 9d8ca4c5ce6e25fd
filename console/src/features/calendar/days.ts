import { fromZonedTime, toZonedTime } from '../../lib/time/zoned-time.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const QUARTER = 15;
const LAST_QUARTER = 1_425;

/** A day as "2026-12-12"; without a time zone, so arithmetic is never off by an hour. */
export type Day = string;

export function dayOf(at: Date, timeZone: string): Day {
  return toZonedTime(at, timeZone).slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The instant of a local time on this day. */
export function momentOf(day: Day, minutes: number, timeZone: string): Date {
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return fromZonedTime(`${day}T${time}`, timeZone) ?? new Date(`${day}T${time}Z`);
}

/** Minutes since local midnight. */
export function minutesOf(at: Date, timeZone: string): number {
  const [hours = 0, minutes = 0] = toZonedTime(at, timeZone).slice(11, 16).split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether a time of the server's is this one as the calendar shows it: to the minute. */
export function isSameMinute(time: string | null, at: Date): boolean {
  return time !== null && Math.floor(Date.parse(time) / MINUTE_MS) === Math.floor(at.getTime() / MINUTE_MS);
}

/** The quarter of an hour nearest to where something is dropped; where it was, if that is nearer. */
export function snapped(minutes: number, was: number | null): number {
  if (was !== null && Math.abs(minutes - was) <= QUARTER / 2) return was;
  return Math.min(Math.max(Math.round(minutes / QUARTER) * QUARTER, 0), LAST_QUARTER);
}

export type View = 'month' | 'week' | 'agenda';

const WEEKS_OF_A_MONTH = 5;

/** The days of a view: a week, five weeks of a month, or the given number from this day on. Weeks begin on Monday. */
export function daysShown(view: View, day: Day): Day[] {
  if (view === 'week') return range(mondayOf(day), 7);
  return range(view === 'agenda' ? day : mondayOf(day), WEEKS_OF_A_MONTH * 7);
}

/** The view's day one step on or back: a week, or the weeks that were shown. */
export function stepped(view: View, day: Day, step: 1 | -1): Day {
  return addDays(day, step * 7 * (view === 'week' ? 1 : WEEKS_OF_A_MONTH));
}

function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function range(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_none, index) => addDays(first, index));
}
