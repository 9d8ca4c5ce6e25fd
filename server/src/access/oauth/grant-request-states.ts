import type { StateTable } from '../../state-table.ts';

export const GRANT_REQUEST_STATES = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
export type GrantRequestState = (typeof GRANT_REQUEST_STATES)[number];

/** `redeemed` is when the grant and its key are created. */
export const GRANT_REQUEST_TRANSITIONS: StateTable<GrantRequestState> = {
  pending: ['approved', 'denied', 'expired'],
  approved: ['redeemed', 'expired'],
  denied: [],
  expired: [],
  redeemed: [],
};
