import { locale } from '../../lib/language.ts';

export { texts } from '../../messages/en/calendar.ts';

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));

/** "Monday, 23 November". */
export const dayName = (day: string): string => format(day, { weekday: 'long', day: 'numeric', month: 'long' });
/** "Mon 23". */
export const dayShort = (day: string): string => format(day, { weekday: 'short', day: 'numeric' });
/** "23 Nov – 29 Nov 2026". */
export const periodName = (days: readonly string[]): string =>
  `${format(days[0] ?? '', { day: 'numeric', month: 'short' })} – ${format(days.at(-1) ?? '', { day: 'numeric', month: 'short', year: 'numeric' })}`;
/** "24", and "1 Dec" where a month begins. */
export const dayNumber = (day: string, isFirst: boolean): string =>
  format(day, isFirst || day.endsWith('-01') ? { day: 'numeric', month: 'short' } : { day: 'numeric' });
