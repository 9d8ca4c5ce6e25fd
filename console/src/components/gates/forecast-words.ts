import type { ForecastViewFragment } from '../../gql/graphql.ts';
import { plural } from '../texts.ts';

/** How long it lasts and how that was computed, or why that cannot be said. */
export function forecastWords({ available, used, basisDays, perDay, daysLeft }: ForecastViewFragment): string {
  if (perDay === null || daysLeft === null) {
    return basisDays === 0
      ? 'Not enough use yet for a forecast.'
      : `Not enough use yet for a forecast: ${used} in the last ${plural(basisDays, 'day')}.`;
  }
  const pace = `${used} in the last ${basisDays} days, ${perDay.toFixed(1)} a day`;
  if (available === 0) return `Nothing is left. Used: ${pace}.`;
  return `Lasts about ${plural(daysLeft, 'day')} at the pace so far: ${pace}. What the plan gives next month is not counted.`;
}
