import type { StateTable } from '../../state-table.ts';

export const GRANT_REQUEST_STATES = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
export type GrantRequestState = (typeof GRANT_REQUEST_STATES)[number];

/** `redeemed` is the moment in which the grant and its key come into being; there is none before it. */
export const GRANT_REQUEST_TRANSITIONS: StateTable<GrantRequestState> = {
  pending: ['approved', 'denied', 'expired'],
  approved: ['redeemed', 'expired'],
  denied: [],
  expired: [],
  redeemed: [],
};
