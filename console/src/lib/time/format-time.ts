import { locale } from '../language.ts';
import { texts } from '../texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SKEW_MS = 10_000;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** A relative time: "just now", "5 minutes ago", "tomorrow", "12 Dec". Days are those of the time zone. */
export function formatRelative(at: Date, now: Date, timeZone: string): string {
  const distance = at.getTime() - now.getTime();
  const size = Math.abs(distance);
  // Clocks differ slightly: the server's latest changes may be a few seconds ahead.
  if (size < 45_000) return distance > SKEW_MS ? texts.times.soon : texts.times.now;
  if (size < 59.5 * MINUTE) return relative.format(Math.round(distance / MINUTE), 'minute');
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (days === 0 || size < 6 * HOUR) return relative.format(Math.round(distance / HOUR), 'hour');
  if (Math.abs(days) < 7) return relative.format(days, 'day');
  return formatDay(at, now, timeZone);
}

/** How long ago, as short as it goes: "now", "5m", "3h", "2d", then the day. */
export function formatAge(at: Date, now: Date, timeZone: string): string {
  const size = now.getTime() - at.getTime();
  if (size < MINUTE) return texts.times.nowBrief;
  if (size < HOUR) return texts.times.minutes({ count: Math.floor(size / MINUTE) });
  if (size < 24 * HOUR) return texts.times.hours({ count: Math.floor(size / HOUR) });
  return size < 7 * 24 * HOUR ? texts.times.days({ count: Math.floor(size / (24 * HOUR)) }) : formatDay(at, now, timeZone);
}

/** "Sat 12 Dec, 08:00", with the year where it is not this one. */
export function formatWhen(at: Date, now: Date, timeZone: string): string {
  return `${part(at, timeZone, { weekday: 'short' })} ${formatDay(at, now, timeZone)}${texts.comma}${formatTimeOfDay(at, timeZone)}`;
}

/** A future time: "today 09:00", "Monday 09:00", "24 Dec, 16:00". */
export function formatSoon(at: Date, now: Date, timeZone: string): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  const time = formatTimeOfDay(at, timeZone);
  if (days === 0) return texts.times.today({ time });
  if (days > 0 && days < 7) return `${part(at, timeZone, { weekday: 'long' })} ${time}`;
  return `${formatDay(at, now, timeZone)}${texts.comma}${time}`;
}

/** "08:00", of the zone's clock. */
export function formatTimeOfDay(at: Date, timeZone: string): string {
  return part(at, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** A past time to the second: "Sat 12 Dec, 08:00:01". */
export function formatClock(at: Date, now: Date, timeZone: string): string {
  return `${formatWhen(at, now, timeZone)}:${part(at, timeZone, { second: '2-digit' }).padStart(2, '0')}`;
}

/** To the second and with the zone's name: "Saturday 12 December 2026, 08:00:01 (Europe/Lisbon)". */
export function formatExact(at: Date, timeZone: string): string {
  const day = part(at, timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
  const time = part(at, timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${day}${texts.comma}${time} (${timeZone})`;
}

/** A time zone's name in a language: "Central European Time", "hora de Nueva Zelanda". UTC is the same everywhere. */
export function zoneName(timeZone: string, language: string = locale): string {
  const named = (timeZoneName: 'short' | 'longGeneric'): string =>
    formatter(language, { timeZone, timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const short = named('short');
  return short === 'UTC' ? short : named('longGeneric');
}

/** "12 Dec", with the year where it is not that of `now`. */
export function formatDay(at: Date, now: Date, timeZone: string): string {
  const isThisYear = part(at, timeZone, { year: 'numeric' }) === part(now, timeZone, { year: 'numeric' });
  return part(at, timeZone, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** Days since 1970 in the time zone, so its midnight separates today from tomorrow. */
function dayNumber(at: Date, timeZone: string): number {
  const parts = formatter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  return Date.parse(`${parts}T00:00:00Z`) / (24 * HOUR);
}

function part(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(locale, { timeZone, ...options }).format(at);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached by form: creating a formatter takes some forty times as long as using it. */
function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat(language, options);
  formatters.set(key, kept);
  return kept;
}
