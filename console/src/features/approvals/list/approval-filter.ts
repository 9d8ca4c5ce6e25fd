import { cappedCount } from '../../../components/texts.ts';
import type { ApprovalSort, ApprovalState, GoesOut } from '../../../gql/graphql.ts';

/** The list's filter, kept in the address, so a link leads to the same list. Absent values do not filter. */
export interface ApprovalFilter {
  state?: ApprovalState;
  sort?: ApprovalSort;
  platform?: string;
  agentId?: string;
  hasFindings?: boolean;
  goesOut?: GoesOut;
  search?: string;
}

/** The number of active filters in the panel; search and order are visible anyway. */
export function countFilters({ platform, agentId, hasFindings, goesOut }: ApprovalFilter): number {
  return [platform, agentId, hasFindings, goesOut].filter((choice) => choice !== undefined).length;
}

/** How many the list holds: exact once it is read to its end, else as far as it is known. */
export function totalOf(filter: ApprovalFilter, { shown, hasMore, waiting }: { shown: number; hasMore: boolean; waiting: number }): string {
  if (!hasMore) return String(shown);
  const isWhole = !isNarrowed(filter) && (filter.state ?? 'PENDING') === 'PENDING' && waiting >= shown;
  return isWhole ? cappedCount(waiting) : `${shown}+`;
}

export function isNarrowed(filter: ApprovalFilter): boolean {
  return countFilters(filter) > 0 || filter.search !== undefined;
}

/** The filter with one choice set or, with undefined, cleared. */
export function withChoice<K extends keyof ApprovalFilter>(
  filter: ApprovalFilter,
  name: K,
  value: ApprovalFilter[K] | undefined,
): ApprovalFilter {
  const { [name]: _before, ...rest } = filter;
  return value === undefined ? rest : { ...rest, [name]: value };
}
