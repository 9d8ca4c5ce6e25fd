/** ISO 8601: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A window on certain days, in local time. It ends on the next day if `to` is not after `from`. */
export interface QuietWindow {
  weekdays: Weekday[];
  /** "22:00". */
  from: string;
  to: string;
}

/** A preferred publishing time, in local time. */
export interface PostingSlot {
  weekdays: Weekday[];
  /** "09:00". */
  at: string;
}

export const MINUTES_A_DAY = 1_440;
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** Minutes since midnight of "09:30"; null if it is not a time of day. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const known = new WeakMap<readonly QuietWindow[], readonly boolean[]>();

/**
 * For every minute of a week, from Monday 00:00, whether it is quiet; empty without windows. Computed once per
 * workspace, and used for each post of a page.
 */
export function quietMinutes(windows: readonly QuietWindow[]): readonly boolean[] {
  if (windows.length === 0) return [];
  const quiet = known.get(windows) ?? minutesIn(windows);
  known.set(windows, quiet);
  return quiet;
}

function minutesIn(windows: readonly QuietWindow[]): boolean[] {
  const quiet = new Array<boolean>(MINUTES_A_WEEK).fill(false);
  for (const { weekdays, from, to } of windows) {
    const start = minutesOf(from) ?? 0;
    const end = minutesOf(to) ?? 0;
    const length = end > start ? end - start : end + MINUTES_A_DAY - start;
    for (const weekday of weekdays) {
      const first = (weekday - 1) * MINUTES_A_DAY + start;
      for (let minute = first; minute < first + length; minute += 1) quiet[minute % MINUTES_A_WEEK] = true;
    }
  }
  return quiet;
}
