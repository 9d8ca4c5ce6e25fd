import { locale } from '../../lib/language.ts';

export { texts } from '../../messages/en/cost.ts';

/** US dollars, to a tenth of a cent where there is one. */
export function dollars(usd: number): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 }).format(usd);
}

/** An ISO date as people read it. */
export function dayOf(date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}
