import type { ApprovalSort, ApprovalState, GoesOut } from '../../../gql/graphql.ts';

/** The list's filter, kept in the address, so that a link leads to the same list. Absent values do not filter. */
export interface ApprovalFilter {
  state?: ApprovalState;
  sort?: ApprovalSort;
  platform?: string;
  agentId?: string;
  hasFindings?: boolean;
  goesOut?: GoesOut;
  search?: string;
}

/** How many of the choices in the panel are made; what is searched and how it is sorted shows by itself. */
export function countFilters({ platform, agentId, hasFindings, goesOut }: ApprovalFilter): number {
  return [platform, agentId, hasFindings, goesOut].filter((choice) => choice !== undefined).length;
}

export function isNarrowed(filter: ApprovalFilter): boolean {
  return countFilters(filter) > 0 || filter.search !== undefined;
}

/** The filter with one choice made or, with undefined, taken back. */
export function withChoice<K extends keyof ApprovalFilter>(
  filter: ApprovalFilter,
  name: K,
  value: ApprovalFilter[K] | undefined,
): ApprovalFilter {
  const { [name]: _before, ...rest } = filter;
  return value === undefined ? rest : { ...rest, [name]: value };
}
