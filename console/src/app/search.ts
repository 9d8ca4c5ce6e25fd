import type { ApprovalState } from '../gql/graphql.ts';

const approvalStates: readonly ApprovalState[] = ['PENDING', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'EXPIRED', 'SUPERSEDED'];

/** Where to go after signing in: only ever a path of our own. */
export function readNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && next !== '/' ? { next } : {};
}

/** The state that the list of approvals shows; those that wait when it is left out. */
export function readApprovalState(search: Record<string, unknown>): { state?: ApprovalState } {
  const state = approvalStates.find((known) => known === search.state);
  return state && state !== 'PENDING' ? { state } : {};
}

/** Whether the form for a new draft is open above the list. */
export function readIsWriting(search: Record<string, unknown>): { isWriting?: true } {
  return search.isWriting === true ? { isWriting: true } : {};
}

/** What brought somebody to the grant screen: a code to look at, or a request. Neither decides anything. */
export function readGrantSearch(search: Record<string, unknown>): { request?: string; user_code?: string } {
  const { request, user_code: userCode } = search;
  if (typeof request === 'string' && request !== '') return { request };
  // A code of digits only would arrive as a number; it is none of ours, but it is shown as it came.
  return typeof userCode === 'string' || typeof userCode === 'number' ? { user_code: String(userCode).slice(0, 64) } : {};
}

/** What the calendar shows: the month or week of a day, this month when left out. */
export function readCalendarSearch({ view, day }: Record<string, unknown>): { view?: 'week'; day?: string } {
  const isDay = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return { ...(view === 'week' ? { view } : {}), ...(isDay ? { day } : {}) };
}
