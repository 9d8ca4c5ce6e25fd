import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from '../clock.ts';
import { MINUTES_A_DAY, MINUTES_A_WEEK, type QuietWindow, quietMinutes } from './week.ts';

/** A workspace's quiet hours, in local time. */
export interface QuietHours {
  timeZone: string;
  windows: readonly QuietWindow[];
}

/** A period: from `start`, up to but excluding `end`. */
export interface Period {
  start: Date;
  end: Date;
}

/** The end of the quiet hours around `at`; null outside of quiet hours. */
export function quietUntil(at: Date, quietHours: QuietHours): Date | null {
  const quiet = quietMinutes(quietHours.windows);
  if (!quiet.includes(true)) return null;
  const { isQuiet, end } = stretchAt(at, quietHours.timeZone, quiet);
  return isQuiet ? end : null;
}

/** The quiet periods as instants, for the calendar. */
export function quietPeriods({ start, end }: Period, quietHours: QuietHours): Period[] {
  const quiet = quietMinutes(quietHours.windows);
  if (!quiet.includes(true)) return [];
  const periods: Period[] = [];
  for (let at = start; at < end; ) {
    const stretch = stretchAt(at, quietHours.timeZone, quiet);
    if (stretch.isQuiet) periods.push({ start: at, end: stretch.end < end ? stretch.end : end });
    at = stretch.end;
  }
  return periods;
}

/**
 * Whether an instant is quiet, and when that ends. Local time decides: a skipped hour is not waited for, a
 * repeated one is quiet twice. Between two clock changes, minutes are counted.
 */
function stretchAt(at: Date, timeZone: string, quiet: readonly boolean[]): { isQuiet: boolean; end: Date } {
  // Without an open minute there is no end; the settings refuse that.
  if (!quiet.includes(false)) throw new Error('The quiet hours leave no minute of the week.');
  let moment = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const isQuiet = quiet[minuteOfWeek(moment)] === true;
  for (;;) {
    const minute = minuteOfWeek(moment);
    if (quiet[minute] !== isQuiet) return { isQuiet, end: new Date(moment.epochMilliseconds) };
    let length = 1;
    while (quiet[(minute + length) % MINUTES_A_WEEK] === isQuiet) length += 1;
    const end = (Math.floor(moment.epochMilliseconds / MINUTE_MS) + length) * MINUTE_MS;
    const change = moment.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    moment = Temporal.Instant.fromEpochMilliseconds(Math.min(end, change)).toZonedDateTimeISO(timeZone);
  }
}

function minuteOfWeek({ dayOfWeek, hour, minute }: Temporal.ZonedDateTime): number {
  return (dayOfWeek - 1) * MINUTES_A_DAY + hour * 60 + minute;
}
