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

/** The states of a job that has not ended. */
export const LIVE_STATES = ['blocked', 'ready', 'queued', 'publishing'] as const satisfies readonly PublishJobState[];

/**
 * `blocked` waits for a gate, `ready` for its time, `queued` for a worker. A partly published job that becomes
 * blocked (a connection was revoked, for instance) ends from there when publications in progress end or the rest is
 * cancelled.
 */
export const PUBLISH_JOB_TRANSITIONS: StateTable<PublishJobState> = {
  blocked: ['ready', 'queued', 'published', 'partially_published', 'failed', 'cancelled'],
  ready: ['blocked', 'queued', 'publishing', 'partially_published', 'failed', 'cancelled'],
  queued: ['blocked', 'ready', 'publishing', 'published', 'partially_published', 'failed', 'cancelled'],
  publishing: ['blocked', 'ready', 'published', 'partially_published', 'failed', 'cancelled'],
  published: [],
  partially_published: [],
  failed: [],
  cancelled: [],
};
