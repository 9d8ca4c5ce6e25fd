import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createOrm } from '../../db/orm.ts';
import { databaseNamed } from '../global-setup.ts';

/** A database with nothing in it, not even tables. `drop` ends whatever is still connected. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = inject('databaseServerUrl');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const server = createOrm({ url: serverUrl, poolSize: 1, applicationName: 'countersign-test-admin' });
  await server.em.fork().execute(`create database ${name}`);
  return {
    url: databaseNamed(serverUrl, name),
    async drop() {
      await server.em.fork().execute(`drop database ${name} with (force)`);
      await server.close();
    },
  };
}
