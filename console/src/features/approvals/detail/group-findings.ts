import type { FindingViewFragment as Finding } from '../../../gql/graphql.ts';

/** The same finding on several platforms: it is read once, and overridden once. */
export interface FindingGroup {
  key: string;
  message: string;
  isBlocking: boolean;
  platforms: readonly string[];
  /** The fields in words; empty for the text alone, where it is marked. */
  places: readonly string[];
  /** Those that block the post at present. */
  open: readonly Finding[];
  /** The dismissals by people. */
  overrides: readonly NonNullable<Finding['override']>[];
}

/** The findings, deduplicated; blocking ones first. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ check, severity, message }) => JSON.stringify([check, severity, message]));
  return [...groups]
    .map(([key, own]) => {
      const overrides = new Map(
        own.flatMap(({ override }) => (override ? [[`${override.by} ${override.reason}`, override] as const] : [])),
      );
      return {
        key,
        message: own[0]?.message ?? '',
        isBlocking: own.some(({ severity }) => severity === 'BLOCK'),
        places: own.every(({ field }) => field === 'text') ? [] : [...new Set(own.flatMap(({ place }) => place ?? []))],
        platforms: [...new Set(own.flatMap(({ platform }) => platform ?? []))],
        open: own.filter(({ severity, override }) => severity === 'BLOCK' && !override),
        overrides: [...overrides.values()],
      };
    })
    .sort((a, b) => Number(b.open.length > 0) - Number(a.open.length > 0));
}
