import type { CreditUnit } from '../../gql/graphql.ts';
import type { CreditUse } from './queries.ts';

export interface Series {
  /** The agent's id; `people` for people's posts, `others` for agents without their own colour. */
  key: string;
  name: string;
  total: number;
}

export interface DayStack {
  day: string;
  total: number;
  /** In the order of the series; those without use that day are left out. */
  parts: { key: string; used: number }[];
}

export interface StackedUse {
  series: Series[];
  days: DayStack[];
  /** The highest day. */
  most: number;
  total: number;
}

const MOST_SERIES = 5;
const DAY_MS = 86_400_000;

/** One unit's usage as daily stacks, from the first to the last day; the largest consumer is lowest. */
export function stackUse(use: CreditUse, unit: CreditUnit, names: { people: string; others: string }): StackedUse {
  const entries = use.entries.filter((entry) => entry.unit === unit).map((entry) => ({ ...entry, key: entry.agentId ?? 'people' }));
  const all = [...Map.groupBy(entries, ({ key }) => key)]
    .map(([key, own]) => ({ key, name: own[0]?.agentName ?? names.people, total: sum(own) }))
    .sort((a, b) => b.total - a.total);
  const named = all.slice(0, MOST_SERIES);
  const rest = all.slice(MOST_SERIES);
  const series =
    rest.length > 0 ? [...named, { key: 'others', name: names.others, total: rest.reduce((t, { total }) => t + total, 0) }] : named;
  const keyOf = (key: string): string => (named.some((one) => one.key === key) ? key : 'others');
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const days = daysFrom(use.from, use.to).map((day) => {
    const own = byDay.get(day) ?? [];
    const parts = series.map(({ key }) => ({ key, used: sum(own.filter((entry) => keyOf(entry.key) === key)) }));
    return { day, total: sum(own), parts: parts.filter(({ used }) => used > 0) };
  });
  return { series, days, most: Math.max(0, ...days.map(({ total }) => total)), total: sum(entries) };
}

/** Every day from the first to the last, as ISO dates. */
export function daysFrom(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10));
}

function sum(entries: readonly { used: number }[]): number {
  return entries.reduce((total, { used }) => total + used, 0);
}
