import type { Condition } from '../db/reading/query.ts';
import type { ApprovalState } from './approval-states.ts';

export const APPROVAL_SORTS = ['oldest', 'soonest', 'newest'] as const;
export type ApprovalSort = (typeof APPROVAL_SORTS)[number];

export const GOES_OUT = ['at_once', 'within_a_day', 'within_a_week', 'later'] as const;
export type GoesOut = (typeof GOES_OUT)[number];

/** The filter and order of a workspace's approvals; absent or null values do not filter. */
export interface ApprovalFilter {
  state?: ApprovalState | null | undefined;
  sort?: ApprovalSort | null | undefined;
  /** Has this platform among its targets. */
  platform?: string | null | undefined;
  agentId?: string | null | undefined;
  /** Whether the checks had findings at the time of the request. */
  hasFindings?: boolean | null | undefined;
  goesOut?: GoesOut | null | undefined;
  /** Words, or prefixes of words, of the source text. */
  search?: string | null | undefined;
}

const DAY_MS = 86_400_000;

/** The SQL condition for when an approval `t` is scheduled. */
export function goesOutCondition(goesOut: GoesOut, now: Date): Condition {
  if (goesOut === 'at_once') return ['t.scheduled_at is null'];
  const day = new Date(now.getTime() + DAY_MS);
  const week = new Date(now.getTime() + 7 * DAY_MS);
  if (goesOut === 'within_a_day') return ['t.scheduled_at is not null and t.due_at < ?', day];
  if (goesOut === 'within_a_week') return ['t.scheduled_at is not null and t.due_at < ?', week];
  return ['t.scheduled_at is not null and t.due_at >= ?', week];
}
