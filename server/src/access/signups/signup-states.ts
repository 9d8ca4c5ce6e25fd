import type { StateTable } from '../../state-table.ts';

export const SIGNUP_STATES = ['mailed', 'waiting', 'approved', 'refused', 'expired'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

/** A sign-up has no permissions: its account and owner are created on approval. */
export const SIGNUP_TRANSITIONS: StateTable<SignupState> = {
  // An unused link is deleted.
  mailed: ['waiting'],
  waiting: ['approved', 'refused', 'expired'],
  approved: [],
  refused: [],
  expired: [],
};
