import { locale } from '../../lib/language.ts';

export { texts } from '../../messages/en/credits.ts';

/** A calendar day of the workspace's zone: "21 Nov". */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

const usd = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
});

/** "$5", "$2.50"; in German "5 $". */
export const priceOf = (cents: number): string => usd.format(cents / 100);
