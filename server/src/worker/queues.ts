import { PgBoss, type Queue } from 'pg-boss';
import type { WaitingWork } from '../context.ts';
import { PUBLISH_QUEUE, PUBLISH_QUEUE_OPTIONS } from '../publishing/publish-queue.ts';

/** An entry means "try to hand this message over"; its content is encrypted in its row. */
export const MAIL_QUEUE = 'mail';

/** The data of an entry. */
export interface MailEntry {
  mailId: string;
}

/** Retries outlast the day after which a message expires: a mail server may be down for a night. */
const MAIL_QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: 10,
  // Longer than the mail server's timeout.
  expireInSeconds: 90,
  retryLimit: 200,
  retryDelay: 20,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 3_600,
};

/** An entry means "process this page of waiting jobs"; the next page is another entry. */
export const WAITING_QUEUE = 'waiting';

/** A dead worker's page is repeated: jobs that have advanced no longer wait. */
const WAITING_QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: 10,
  // Much longer than a page.
  expireInSeconds: 120,
  retryLimit: 50,
  retryDelay: 2,
  deleteAfterSeconds: 3_600,
};

/**
 * Deduplicates entries that were taken together: all of their changes were committed before, so one pass sees them
 * all. A pass that starts over covers later pages too.
 */
export function mergeWaiting(entries: readonly WaitingWork[]): WaitingWork[] {
  const keyOf = (work: WaitingWork) => JSON.stringify(work);
  const begun = new Set(entries.filter(({ after }) => after === '').map(keyOf));
  const needed = entries.filter((work) => work.after === '' || !begun.has(keyOf({ ...work, after: '' })));
  return [...new Map(needed.map((work) => [keyOf(work), work])).values()];
}

const QUEUES: readonly [string, Omit<Queue, 'name'>][] = [
  [PUBLISH_QUEUE, PUBLISH_QUEUE_OPTIONS],
  [WAITING_QUEUE, WAITING_QUEUE_OPTIONS],
  [MAIL_QUEUE, MAIL_QUEUE_OPTIONS],
];

/** Installs or upgrades the queue's tables (schema `pgboss`) and creates the queues. Idempotent. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  await boss.start();
  for (const [name, { policy, ...options }] of QUEUES) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, ...(policy ? { policy } : {}) });
  }
  await boss.stop({ graceful: false });
}
