import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, expect, inject, it } from 'vitest';
import { databaseNamed } from '../../testing/global-setup.ts';
import { installQueue } from '../../worker/queues.ts';
import { migrateDatabase } from '../check-installation.ts';
import { createOrm } from '../orm.ts';
import { ensureTenantRole } from './apply-row-policies.ts';
import { forkFor, TENANT_ROLE } from './tenant-session.ts';

/** Databases that the service does not run itself, whose user may have more or fewer rights. */
const server = () => createOrm({ url: inject('databaseServerUrl'), poolSize: 1 });
const made: string[] = [];

async function asAdministrator(...statements: string[]): Promise<void> {
  const orm = server();
  for (const statement of statements) await orm.em.fork().execute(statement);
  await orm.close();
}

/** A database owned by a user that is not a superuser, and its URL. */
async function givenForeignDatabase(rights: string): Promise<{ url: string; user: string }> {
  const user = `guest_${randomBytes(4).toString('hex')}`;
  made.push(user);
  await asAdministrator(`create role ${user} login password 'guest' nosuperuser ${rights}`, `create database ${user} owner ${user}`);
  const url = new URL(databaseNamed(inject('databaseServerUrl'), user));
  Object.assign(url, { username: user, password: 'guest' });
  return { url: url.href, user };
}

afterAll(async () => {
  for (const user of made)
    await asAdministrator(`drop database if exists ${user} with (force)`, `drop owned by ${user}`, `drop role ${user}`);
});

async function migrate(url: string): Promise<string> {
  const orm = createOrm({ url });
  try {
    await migrateDatabase(orm, () => installQueue(url));
    const [row] = await forkFor(orm, { kind: 'anonymous' }).execute<{ who: string }[]>('select current_user as who');
    return row?.who ?? '';
  } finally {
    await orm.close();
  }
}

it('explains what to do if the database user may not create roles, and starts once it was done', async () => {
  const { url, user } = await givenForeignDatabase('nocreaterole');
  await expect(migrate(url)).rejects.toThrow(`GRANT ${TENANT_ROLE} TO "${user}"`);
  await asAdministrator(`grant ${TENANT_ROLE} to ${user}`);
  expect(await migrate(url)).toBe(TENANT_ROLE);
});

it.each(['bypassrls', 'superuser', 'login'])('is refused as a role with %s, which would protect nothing', async (right) => {
  const role = `unsafe_${randomBytes(4).toString('hex')}`;
  await asAdministrator(`create role ${role} ${right}`);
  const orm = server();
  await expect(ensureTenantRole(orm.em.fork(), role)).rejects.toThrow(`ALTER ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS`);
  await orm.close();
  await asAdministrator(`drop role ${role}`);
});

it('is created once by a user that may create roles, by any number of concurrent starts', async () => {
  const { url } = await givenForeignDatabase('createrole');
  const role = `shared_${randomBytes(4).toString('hex')}`;
  const starts = [url, url, url, url].map(async (own) => {
    const orm = createOrm({ url: own, poolSize: 1 });
    await orm.em.fork().transactional((em) => ensureTenantRole(em as EntityManager, role));
    await orm.close();
  });
  expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(starts.map(() => 'fulfilled'));
  const orm = createOrm({ url, poolSize: 1 });
  expect(await orm.em.fork({ session: { role } }).execute('select current_user as who')).toEqual([{ who: role }]);
  await orm.close();
  await asAdministrator(`drop role ${role}`);
});
