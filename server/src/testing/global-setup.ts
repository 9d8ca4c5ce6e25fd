import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../db/check-installation.ts';
import { openEmbeddedDatabase } from '../db/embedded-postgres/embedded-postgres.ts';
import { createOrm } from '../db/orm.ts';
import { ensureTenantLogin, tenantLoginOf } from '../db/row-security/tenant-login.ts';
import { installQueue } from '../worker/queues.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which every test file creates its own database. */
    databaseServerUrl: string;
    /** The folder of its media; deleted after the run. */
    mediaFolder: string;
  }
}

export const TEMPLATE_DATABASE = 'countersign_template';
/** As which the requests of tests log in. */
export const TENANT_LOGIN = tenantLoginOf('of all test databases');

/** Starts one real PostgreSQL for the whole run and migrates the template that test databases are copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  const database = await openEmbeddedDatabase({ dataDir, log: () => {}, durable: false });

  const server = createOrm({ url: database.url });
  await server.em.fork().execute(`create database ${TEMPLATE_DATABASE}`);
  // Databases that live for seconds need no vacuum; tests that need statistics request them. Soak tests run for
  // hours.
  const isProof = project.config.include.some((pattern) => pattern.endsWith('.proof.ts'));
  if (!isProof) for (const sql of ['alter system set autovacuum = off', 'select pg_reload_conf()']) await server.em.fork().execute(sql);
  await server.close();

  const url = databaseNamed(database.url, TEMPLATE_DATABASE);
  const template = createOrm({ url });
  await migrateDatabase(template, () => installQueue(url));
  await ensureTenantLogin(template.em.fork(), TENANT_LOGIN);
  await template.close();

  project.provide('databaseServerUrl', database.url);
  project.provide('mediaFolder', join(dataDir, 'media'));
  return async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The same server's URL with another database in it. */
export function databaseNamed(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
