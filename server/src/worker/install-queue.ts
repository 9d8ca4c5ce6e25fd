import { PgBoss } from 'pg-boss';
import { PUBLISH_QUEUE, PUBLISH_QUEUE_OPTIONS } from './publish-queue.ts';

/** Installs or upgrades the queue's own tables (schema `pgboss`) and makes the one queue there is. Harmless when done again. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  await boss.start();
  const { policy, ...options } = PUBLISH_QUEUE_OPTIONS;
  if (await boss.getQueue(PUBLISH_QUEUE)) await boss.updateQueue(PUBLISH_QUEUE, options);
  else await boss.createQueue(PUBLISH_QUEUE, { ...options, ...(policy ? { policy } : {}) });
  await boss.stop({ graceful: false });
}
