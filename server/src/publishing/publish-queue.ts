import type { Queue } from 'pg-boss';

/** The one queue there is; an entry means "look at this publication now" and nothing more. */
export const PUBLISH_QUEUE = 'publish';

/** What an entry carries. */
export interface PublishEntry {
  publicationId: string;
  /** Left out by entries of an older version. */
  platform?: string;
}

/**
 * An entry that a dead worker holds is noticed after the heartbeat and given to another. Retries of
 * publications are our own states', never the queue's: its retries only carry an entry past a crash.
 */
export const PUBLISH_QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: 10,
  // Longer than the longest wait for a place, call to a platform and writing of its outcome together.
  expireInSeconds: 900,
  retryLimit: 5,
  retryDelay: 1,
  deleteAfterSeconds: 3_600,
};

/** How soon a silent worker is noticed; the queue's own default is a minute. */
export const MONITOR_SECONDS = 5;
