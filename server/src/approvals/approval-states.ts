import type { StateTable } from '../state-table.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded'] as const;
/** Of a job in mode `auto` nobody is asked. */
export const JOB_APPROVAL_STATES = [...APPROVAL_STATES, 'not_required'] as const;
export type JobApprovalState = (typeof JOB_APPROVAL_STATES)[number];
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * An approved approval can still be superseded or expire: until then it stands for its hash only. Back to `pending` it goes where whoever
 * decided takes that back before anything went out.
 */
export const APPROVAL_TRANSITIONS: StateTable<ApprovalState> = {
  pending: ['approved', 'rejected', 'changes_requested', 'expired', 'superseded'],
  approved: ['pending', 'expired', 'superseded'],
  rejected: ['pending'],
  changes_requested: ['pending'],
  expired: [],
  superseded: [],
};
