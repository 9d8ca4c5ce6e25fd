import { PgBoss } from 'pg-boss';

/** Installs or upgrades the queue's own tables (schema `pgboss`). */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
