import type { ForecastViewFragment } from '../../gql/graphql.ts';
import { locale } from '../../lib/language.ts';
import { texts } from '../../messages/en/forecast.ts';

/** How long the credits last and how that is computed, or why it is unknown. */
export function forecastWords({ available, used, basisDays, perDay, daysLeft }: ForecastViewFragment): string {
  if (perDay === null || daysLeft === null) return basisDays === 0 ? texts.unknown : texts.unknownAfter({ used, days: basisDays });
  const pace = texts.pace({
    used,
    days: basisDays,
    perDay: perDay.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });
  return available === 0 ? texts.nothing({ pace }) : texts.lasts({ days: daysLeft, pace });
}
