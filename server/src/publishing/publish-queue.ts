import type { Queue } from 'pg-boss';

/** The only queue of publications; an entry just means "process this publication now". */
export const PUBLISH_QUEUE = 'publish';

/** The payload of a queue entry. */
export interface PublishEntry {
  publicationId: string;
  /** Absent in entries from older versions. */
  platform?: string;
  /** The trace of the code that queued it. */
  traceparent?: string;
}

/**
 * A dead worker's entry is noticed after the heartbeat and redelivered. Publications are retried by their own states,
 * never by the queue: its retries only carry an entry past a crash.
 */
export const PUBLISH_QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: 10,
  // Longer than the longest wait for a slot, platform call (two hours, of a large file) and write of its outcome together.
  expireInSeconds: 3 * 3_600,
  retryLimit: 5,
  retryDelay: 1,
  deleteAfterSeconds: 3_600,
};

/** How soon a silent worker is noticed; the queue's default is a minute. */
export const MONITOR_SECONDS = 5;
