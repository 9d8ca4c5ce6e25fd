import type { StateTable } from '../../state-table.ts';

export const SIGNUP_STATES = ['mailed', 'waiting', 'approved', 'refused', 'expired'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

/** Nobody and nothing can act by a request: the account and its owner come into being in the moment of `approved`. */
export const SIGNUP_TRANSITIONS: StateTable<SignupState> = {
  // A link that nobody uses is thrown away.
  mailed: ['waiting'],
  waiting: ['approved', 'refused', 'expired'],
  approved: [],
  refused: [],
  expired: [],
};
