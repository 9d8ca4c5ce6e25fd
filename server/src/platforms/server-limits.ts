import type { NetworkRules } from './network-rules.ts';
import type { PlatformRule, ToldLimit } from './platform.ts';

/** A network's rules, overridden by one server's limits; the operator's limits take precedence. */
export function withServerLimits(network: NetworkRules, told: readonly ToldLimit[]): NetworkRules {
  const known = network.limits.map((rule): PlatformRule => {
    const limit = told.find((candidate) => isMeant(rule, candidate));
    return limit && rule.confidence !== 'operator' ? { ...rule, ...limit, confidence: 'told' } : rule;
  });
  const more = told.filter((limit) => !network.limits.some((rule) => isMeant(rule, limit)));
  return { ...network, limits: [...known, ...more.map((limit): PlatformRule => ({ ...limit, confidence: 'told' }))] };
}

/** Whether two readings are equal, regardless of their dates. */
export function areSameLimits(some: readonly ToldLimit[], others: readonly ToldLimit[]): boolean {
  const figures = (limits: readonly ToldLimit[]) => limits.map(({ field, unit, max, urlWeight }) => [field, unit, max, urlWeight]);
  return JSON.stringify(figures(some)) === JSON.stringify(figures(others));
}

/** A limit from a server's response, if the figure is plausible. */
export function toldLimit(figure: unknown, limit: Omit<ToldLimit, 'max' | 'checkedOn'>): ToldLimit[] {
  const max = Math.floor(Number(figure));
  if (figure === null || figure === undefined || !(max > 0 && max < 2 ** 31)) return [];
  return [{ ...limit, max, checkedOn: new Date().toISOString().slice(0, 10) }];
}

function isMeant(rule: PlatformRule, { field, unit }: ToldLimit): boolean {
  return rule.field === field && rule.unit === unit && rule.when === undefined;
}
