import type { StateTable } from '../state-table.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** An approved approval can still be superseded or expire: until then it stands for its hash only. */
export const APPROVAL_TRANSITIONS: StateTable<ApprovalState> = {
  pending: ['approved', 'rejected', 'changes_requested', 'expired', 'superseded'],
  approved: ['expired', 'superseded'],
  rejected: [],
  changes_requested: [],
  expired: [],
  superseded: [],
};
