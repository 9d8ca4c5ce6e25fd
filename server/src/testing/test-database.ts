import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { registerHooks } from 'node:module';
import { TransactionContext } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { createOrm, type ServiceOrm } from '../db/orm.ts';
import { urlFor } from '../db/row-security/tenant-login.ts';
import type { ErrorCode } from '../errors.ts';
import { startLoading } from '../load-ahead.ts';
import { databaseNamed, TEMPLATE_DATABASE, TENANT_LOGIN } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  orm: ServiceOrm;
  /** Drops the database; open connections are ended. */
  drop(): Promise<void>;
}

/** A fresh, migrated database, copied from the template in some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  const url = databaseNamed(serverUrl, name);
  const orm = createOrm({ url, applicationName: 'countersign-test' });
  orm.serveRequests(urlFor(url, TENANT_LOGIN));
  return {
    url,
    orm,
    async drop() {
      await orm.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** One statement, by a connection that does nothing else. */
async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString, application_name: 'countersign-test-admin' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Refusals with a code that the description of their operation does not list, by any server of the running test file. */
const undocumented = new Set<string>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onSend', async ({ server, routeOptions: { schema } }, reply, payload) => {
    const { operationId } = (schema ?? {}) as { operationId?: string };
    const offered = operationId !== undefined && server.operations?.get(operationId);
    if (!offered || reply.statusCode < 400 || typeof payload !== 'string') return;
    const { refusalsOf } = await import('../http/openapi/components.ts');
    const { code } = JSON.parse(payload) as { code: ErrorCode };
    if (!refusalsOf(offered).includes(code)) undocumented.add(`${operationId}: ${code}`);
  });
});

/**
 * Modules whose first load was inside a transaction. Loading takes seconds on a busy machine, and PostgreSQL ends a transaction that is
 * idle for as long: callers got 503 `database_unavailable`. `loadAhead` loads them before.
 */
const loadedInside = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('node:') && TransactionContext.getEntityManager()) loadedInside.add(url);
    return nextLoad(url, context);
  },
});

/**
 * One database for the calling test file, created before its first test and dropped after its last. Use the result's
 * properties inside tests only. Fails where a request is refused with an undocumented code, and where a transaction loads a module
 * that was not loaded ahead, as a start does.
 */
export function useTestDatabase(): TestDatabase {
  let database: TestDatabase | undefined;
  const current = (): TestDatabase => {
    if (!database) throw new Error('The test database exists only while tests run.');
    return database;
  };
  beforeAll(async () => {
    [database] = await Promise.all([createTestDatabase(), startLoading()]);
  });
  afterAll(() => database?.drop());
  afterAll(() => {
    const found = [...undocumented, ...loadedInside];
    for (const faults of [undocumented, loadedInside]) faults.clear();
    expect(found).toEqual([]);
  });
  return {
    get url() {
      return current().url;
    },
    get orm() {
      return current().orm;
    },
    drop: () => current().drop(),
  };
}
