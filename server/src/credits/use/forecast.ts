import type { CreditUnit } from '../products.ts';
import { type CreditUse, daysBefore } from './credit-use.ts';

/** How long the credits of a unit last at the current rate. */
export interface Forecast {
  unit: CreditUnit;
  available: number;
  /** Spent on the days that it is computed from. */
  used: number;
  /** Whole days that it is computed from: the last 28, or those since the first use. */
  basisDays: number;
  /** Null if there was too little usage. */
  perDay: number | null;
  /** Whole days until nothing is left; null if unknown. */
  daysLeft: number | null;
}

const LONGEST_BASIS = 28;
const SHORTEST_BASIS = 7;
const LEAST_USE = 5;

/** The days of usage for a forecast, today included. */
export const FORECAST_DAYS = LONGEST_BASIS + 1;

/**
 * The mean of the whole days before today, including weekends and quiet days. Unknown with fewer than 7 days or 5
 * credits. The next month's allowance is not counted.
 */
export function forecast(unit: CreditUnit, available: number, use: CreditUse): Forecast {
  const before = use.entries.filter((entry) => entry.unit === unit && entry.day < use.to && entry.day >= daysBefore(use.to, LONGEST_BASIS));
  const used = before.reduce((sum, entry) => sum + entry.used, 0);
  const first = before[0]?.day;
  const basisDays = first ? (Date.parse(use.to) - Date.parse(first)) / 86_400_000 : 0;
  if (basisDays < SHORTEST_BASIS || used < LEAST_USE) return { unit, available, used, basisDays, perDay: null, daysLeft: null };
  const perDay = used / basisDays;
  return { unit, available, used, basisDays, perDay, daysLeft: Math.floor(available / perDay) };
}
