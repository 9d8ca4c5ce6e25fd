import type { StateTable } from '../state-table.ts';

export const RETRACTION_STATES = ['requested', 'signed', 'removed', 'refused', 'declined'] as const;
export type RetractionState = (typeof RETRACTION_STATES)[number];

/** `requested`: waits for a person. `signed`: the network is asked until it answers. */
export const RETRACTION_TRANSITIONS: StateTable<RetractionState> = {
  requested: ['signed', 'declined'],
  signed: ['removed', 'refused'],
  removed: [],
  refused: [],
  declined: [],
};
