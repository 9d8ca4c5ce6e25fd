import { fromZonedTime, toZonedTime } from '../../lib/time/zoned-time.ts';

const DAY_MS = 86_400_000;

/** A day of the calendar, as "2026-12-12"; without a zone, so that counting with it is never off by an hour. */
export type Day = string;

export function dayOf(at: Date, timeZone: string): Day {
  return toZonedTime(at, timeZone).slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The moment at which the wall clock of the zone shows this time of this day. */
export function momentOf(day: Day, minutes: number, timeZone: string): Date {
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return fromZonedTime(`${day}T${time}`, timeZone) ?? new Date(`${day}T${time}Z`);
}

/** Minutes since midnight, as the wall clock of the zone shows them. */
export function minutesOf(at: Date, timeZone: string): number {
  const [hours = 0, minutes = 0] = toZonedTime(at, timeZone).slice(11, 16).split(':').map(Number);
  return hours * 60 + minutes;
}

/** The days that a view shows: the seven of a week, or the whole weeks that a month lies in. Weeks begin on Monday. */
export function daysShown(view: 'month' | 'week', day: Day): Day[] {
  if (view === 'week') return range(mondayOf(day), 7);
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const next = stepped('month', day, 1);
  const days = range(first, 42);
  // The last week is left out where it is of the next month altogether.
  return days.filter((shown, index) => (days[index - (index % 7)] ?? shown) < `${next.slice(0, 7)}-01`);
}

/** The view's day one step on or back. */
export function stepped(view: 'month' | 'week', day: Day, step: 1 | -1): Day {
  if (view === 'week') return addDays(day, 7 * step);
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 10);
}

function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function range(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_none, index) => addDays(first, index));
}
