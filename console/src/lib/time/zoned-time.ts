/** The last day of a field for dates: a browser then takes a year as complete after four digits. */
export const LAST_DAY = '9999-12-31';

/**
 * The instant of a local time in `timeZone` ("2026-12-12T08:00", as in a datetime-local field). Null if it is
 * invalid. A skipped hour is taken as the following one; of a repeated one, the first.
 */
export function fromZonedTime(local: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset depends on the instant itself: a guess, refined once.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  const offsets = [offsetMs(guess - 3_600_000, timeZone), offsetMs(guess, timeZone)];
  const exact = offsets.map((offset) => asUtc - offset).find((instant) => instant + offsetMs(instant, timeZone) === asUtc);
  return new Date(exact ?? asUtc - Math.min(...offsets));
}

/** The local time in `timeZone` at `instant`, for a datetime-local field. */
export function toZonedTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '00';
  // The year of `Intl` has no leading zeros, as it is while a year is typed.
  const wall = Date.parse(`+${of('year').padStart(6, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`);
  return wall - Math.floor(instant / 1000) * 1000;
}
