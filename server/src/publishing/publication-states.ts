import type { StateTable } from '../state-table.ts';

export const PUBLICATION_STATES = ['pending', 'leased', 'sent', 'published', 'failed', 'unknown', 'cancelled'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/**
 * `leased`: the intent is written, nothing has left. `sent`: bytes may have left. From `sent` and
 * `unknown` there is no way back to `pending`, save through the platform's own word that nothing
 * arrived and a class that makes the same intent the same post.
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
