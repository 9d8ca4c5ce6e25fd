import type { StateTable } from '../../state-table.ts';

export const STANDING_STATES = ['proposed', 'declined', 'lapsed', 'active', 'ended'] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export const STANDING_TRANSITIONS: StateTable<StandingState> = {
  proposed: ['active', 'declined', 'lapsed'],
  declined: [],
  lapsed: [],
  active: ['ended'],
  ended: [],
};

/** Why one has ended. */
export const STANDING_ENDS = ['revoked', 'refused', 'time', 'signer_left', 'access_ended', 'recombines'] as const;
export type StandingEnd = (typeof STANDING_ENDS)[number];
