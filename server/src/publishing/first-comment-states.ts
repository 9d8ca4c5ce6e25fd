import type { StateTable } from '../state-table.ts';

export const FIRST_COMMENT_STATES = ['waiting', 'sending', 'published', 'failed', 'unknown'] as const;
export type FirstCommentState = (typeof FIRST_COMMENT_STATES)[number];

/** `waiting`: for its post, or for another attempt. `sending`: a worker is at it. `unknown`: it may be out. */
export const FIRST_COMMENT_TRANSITIONS: StateTable<FirstCommentState> = {
  waiting: ['sending', 'failed', 'unknown'],
  sending: ['published', 'failed', 'waiting', 'unknown'],
  published: [],
  failed: ['waiting'],
  unknown: ['published', 'failed', 'waiting'],
};
