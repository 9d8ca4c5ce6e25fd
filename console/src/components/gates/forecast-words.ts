import type { ForecastViewFragment } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';
import { locale } from '../../lib/language.ts';
import { plural } from '../texts.ts';

const texts = say('forecast', {
  unknown: 'Not enough use yet for a forecast.',
  unknownAfter: (used: number, days: number): string => `Not enough use yet for a forecast: ${used} in the last ${plural(days, 'day')}.`,
  pace: (used: number, days: number, perDay: string): string => `${used} in the last ${days} days, ${perDay} a day`,
  nothing: (pace: string): string => `Nothing is left. Used: ${pace}.`,
  lasts: (days: number, pace: string): string =>
    `Lasts about ${plural(days, 'day')} at the pace so far: ${pace}. What the plan gives next month is not counted.`,
});

/** How long the credits last and how that is computed, or why it is unknown. */
export function forecastWords({ available, used, basisDays, perDay, daysLeft }: ForecastViewFragment): string {
  if (perDay === null || daysLeft === null) return basisDays === 0 ? texts.unknown : texts.unknownAfter(used, basisDays);
  const pace = texts.pace(used, basisDays, perDay.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  return available === 0 ? texts.nothing(pace) : texts.lasts(daysLeft, pace);
}
