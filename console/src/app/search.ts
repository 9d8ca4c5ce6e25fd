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
