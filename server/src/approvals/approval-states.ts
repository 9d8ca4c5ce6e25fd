import type { StateTable } from '../state-table.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded'] as const;
/** `not_required` is for jobs in mode `auto`. */
export const JOB_APPROVAL_STATES = [...APPROVAL_STATES, 'not_required'] as const;
export type JobApprovalState = (typeof JOB_APPROVAL_STATES)[number];
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * An approval can still be superseded or expire after it was approved; until then it is valid for its hash only. It
 * returns to `pending` if the decision is withdrawn before anything was published.
 */
export const APPROVAL_TRANSITIONS: StateTable<ApprovalState> = {
  pending: ['approved', 'rejected', 'changes_requested', 'expired', 'superseded'],
  approved: ['pending', 'expired', 'superseded'],
  rejected: ['pending'],
  changes_requested: ['pending'],
  expired: [],
  superseded: [],
};
