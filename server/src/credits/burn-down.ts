import { sql } from 'kysely';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf } from '../db/reading/query.ts';
import { literal, type Places, prepared, tables } from '../db/tables.ts';
import { type Balance, balancesFrom, balancesPart } from './credit-queries.ts';
import { type CreditUse, dayIn, daysBefore } from './credit-use.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

/** The number of past days, today included, and of future days after today. */
export const BURN_DOWN_DAYS = 30;

/** The balance at the end of a day; for today, the current one. */
interface LeftOfDay {
  /** ISO date in the requested time zone. */
  day: string;
  left: number;
}

/** The credits that posts need on a day. */
export interface PromiseOfDay {
  day: string;
  unit: CreditUnit;
  credits: number;
}

/** The history of a unit's balance, and the promised part. */
interface BurnDown {
  unit: CreditUnit;
  /** Oldest first, every day to today. */
  left: LeftOfDay[];
  /** The last future day. */
  until: string;
  /** Soonest first, from today on; days without any are omitted. */
  promises: Omit<PromiseOfDay, 'unit'>[];
  /** The day on which the promised posts use them up; null if some are left. */
  emptyOn: string | null;
}

interface Input {
  accountId: string;
  timeZone: string;
  /** Credits needed from now until the end of a day; supplied by the caller, who knows the posts. */
  promises: (until: string) => Part<PromiseOfDay>;
}

/** Both units of an account, as of one moment and in one statement. The caller has authorised the account. */
export async function readBurnDowns(ctx: Context, { accountId, timeZone, promises }: Input): Promise<BurnDown[]> {
  const now = ctx.clock.now();
  const today = dayIn(now, timeZone);
  const from = daysBefore(today, BURN_DOWN_DAYS - 1);
  const until = daysBefore(today, -BURN_DOWN_DAYS);
  const read = await readTogether(ctx.em, {
    balances: balancesPart(idsOf([accountId])),
    changes: partOf(CHANGES({ accountId, timeZone, after: from })),
    promises: promises(until),
  });
  const shown = balancesFrom(read.balances, now).get(accountId) ?? [];
  return (Object.keys(BUCKETS_OF_UNIT) as CreditUnit[]).map((unit) => {
    const sum = (balances: readonly { bucket: Balance['bucket'] | null; available: number | null }[]): number =>
      balances.reduce((total, { bucket, available }) => total + (bucket && UNIT_OF_BUCKET[bucket] === unit ? (available ?? 0) : 0), 0);
    const available = sum(shown);
    const changes = read.changes.filter(({ bucket }) => UNIT_OF_BUCKET[bucket] === unit);
    const booked = sum(read.balances);
    const left = Array.from({ length: BURN_DOWN_DAYS }, (_, index): LeftOfDay => {
      const day = daysBefore(from, -index);
      // The month's allowance, if not booked yet, counts from today, not before.
      if (day === today) return { day, left: available };
      return { day, left: changes.reduce((before, { day: changed, change }) => (changed > day ? before - change : before), booked) };
    });
    const own = read.promises.filter((promise) => promise.unit === unit).map(({ day, credits }) => ({ day, credits }));
    return { unit, left, until, promises: own, emptyOn: emptyOn(available, own) };
  });
}

/**
 * The changes after each day, as far back as the index of balance changes covers. Spending changes nothing:
 * it was reserved before.
 */
const CHANGES = prepared(({ accountId, timeZone, after }: Places<{ accountId: string; timeZone: string; after: string }>) =>
  tables
    .selectFrom('credit_entries as e')
    .select([
      sql<string>`to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      'e.bucket',
      sql<number>`sum(e.available_delta)::int`.as('change'),
    ])
    .where('e.account_id', '=', accountId)
    .where('e.available_delta', '<>', literal(0))
    .where('e.created_at', '>=', sql<Date>`(${after}::date + 1)::timestamp at time zone ${timeZone}`)
    .groupBy(sql`1, 2`),
);

function emptyOn(available: number, promises: readonly { day: string; credits: number }[]): string | null {
  let left = available;
  return (
    promises.find(({ credits }) => {
      left -= credits;
      return left <= 0;
    })?.day ?? null
  );
}

/** How long the credits of a unit last at the current rate. */
interface Forecast {
  unit: CreditUnit;
  available: number;
  /** Spent on the days that the forecast is based on. */
  used: number;
  /** The number of whole days that the forecast is based on: the last 28, or those since the first use. */
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
  const basisDays = first ? (Date.parse(use.to) - Date.parse(first)) / DAY_MS : 0;
  if (basisDays < SHORTEST_BASIS || used < LEAST_USE) return { unit, available, used, basisDays, perDay: null, daysLeft: null };
  const perDay = used / basisDays;
  return { unit, available, used, basisDays, perDay, daysLeft: Math.floor(available / perDay) };
}
