import { say } from '../../lib/catalogue.ts';
import { locale, number } from '../../lib/language.ts';
import { listed } from '../texts.ts';

export const texts = say('cost', {
  takes: (credits: string, surcharges: readonly string[]): string => `Takes ${credits}, with a surcharge of ${listed(surcharges)}.`,
  surcharge: (credits: number, platform: string): string => `${number(credits)} for ${platform}`,
  source: 'Source',
  button: (label: string, credits: string): string => `${label} (${credits})`,
  prices: 'What a post takes',
  pricesWhy: 'One credit on each network, and more on those listed here.',
  columns: { network: 'Network', credits: 'Credits a post', surcharge: 'Surcharge', charges: 'The network charges' },
  perPost: (dollars: string): string => `${dollars} a post`,
  perPostWithLink: (dollars: string): string => `${dollars} a post with a link`,
  creditsWithLink: (credits: number): string => `${number(credits)} with a link`,
  nothing: 'nothing',
  asOf: (day: string): string => `as of ${day}`,
});

/** US dollars, to a tenth of a cent where there is one. */
export function dollars(usd: number): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 }).format(usd);
}

/** An ISO date as people read it. */
export function dayOf(date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}
