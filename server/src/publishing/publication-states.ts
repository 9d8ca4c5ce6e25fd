import type { StateTable } from '../state-table.ts';

export const PUBLICATION_STATES = ['pending', 'leased', 'sent', 'published', 'failed', 'unknown', 'cancelled'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/**
 * `leased`: the intent is written, nothing was sent. `sent`: bytes may have been sent. From `sent` and `unknown`
 * there is no way back to `pending`, except if the platform reports that nothing arrived and its class guarantees
 * that the same intent yields the same post.
 */
export const PUBLICATION_TRANSITIONS: StateTable<PublicationState> = {
  pending: ['leased', 'failed', 'cancelled'],
  leased: ['pending', 'sent', 'failed'],
  sent: ['published', 'failed', 'unknown', 'pending'],
  unknown: ['published', 'failed', 'pending'],
  published: [],
  failed: [],
  cancelled: [],
};
