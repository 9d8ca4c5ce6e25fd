import type { StateTable } from '../state-table.ts';

export const PUBLISH_JOB_STATES = [
  'blocked',
  'ready',
  'queued',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'cancelled',
] as const;
export type PublishJobState = (typeof PUBLISH_JOB_STATES)[number];

/** `blocked` waits for a gate, `ready` for its time, `queued` for a worker. */
export const PUBLISH_JOB_TRANSITIONS: StateTable<PublishJobState> = {
  blocked: ['ready', 'queued', 'cancelled'],
  ready: ['blocked', 'queued', 'cancelled'],
  queued: ['blocked', 'ready', 'publishing', 'cancelled'],
  publishing: ['blocked', 'queued', 'published', 'partially_published', 'failed'],
  published: [],
  partially_published: [],
  failed: [],
  cancelled: [],
};
