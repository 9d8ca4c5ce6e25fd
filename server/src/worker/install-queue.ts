import { PgBoss, type Queue } from 'pg-boss';
import { PUBLISH_QUEUE, PUBLISH_QUEUE_OPTIONS } from '../publishing/publish-queue.ts';
import { MAIL_QUEUE, MAIL_QUEUE_OPTIONS, WAITING_QUEUE, WAITING_QUEUE_OPTIONS } from './mail-queue.ts';

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
