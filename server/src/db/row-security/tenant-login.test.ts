import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { userActor } from '../../testing/actors.ts';
import { databaseNamed, TENANT_LOGIN } from '../../testing/global-setup.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { createOrm } from '../orm.ts';
import { query } from '../reading/query.ts';
import { inReading, inTransaction } from '../transaction.ts';
import { ensureTenantLogin, requireLogin, type TenantLogin, tenantLoginOf, urlFor } from './tenant-login.ts';
import { TENANT_ROLE } from './tenant-session.ts';

const database = useTestDatabase();
let stage: Stage;
beforeAll(async () => {
  stage = await givenStage(createTestServices(database));
  await givenStage(createTestServices(database));
});

const asTenant = () => contextFor(stage.services, stage.agent);

const made: string[] = [];
const newLogin = (): TenantLogin => {
  const login = tenantLoginOf(randomBytes(8));
  made.push(login.name);
  return login;
};

async function asAdministrator(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function ensureAs(url: string, login: TenantLogin): Promise<void> {
  const orm = createOrm({ url, poolSize: 1 });
  await ensureTenantLogin(orm.em.fork(), login).finally(() => orm.close());
}

afterAll(async () => {
  for (const name of made) await asAdministrator(`drop role if exists ${name}`);
});

it('serves requests on connections that log in as a tenant', async () => {
  const who = await inReading(asTenant(), ({ em }) => query(em, 'select session_user::text as "user", current_user::text as role'));
  expect(who).toEqual([{ user: TENANT_LOGIN.name, role: TENANT_ROLE }]);
});

it.each([`select set_config('role', 'none', true)`, 'reset role', 'reset session authorization', 'discard all'])(
  'shows no other customer’s rows to a request that runs %s',
  async (statement) => {
    const seen = await inTransaction(asTenant(), async ({ em }) => {
      await em.execute('savepoint before_it');
      await em.execute(statement).catch(() => em.execute('rollback to savepoint before_it'));
      return query<{ id: string }>(em, 'select id from workspaces');
    });
    expect(seen.map(({ id }) => id)).toEqual([stage.workspaceId]);
  },
);

it('refuses a request that wants to become the owner', async () => {
  const owner = decodeURIComponent(new URL(database.url).username);
  await expect(inTransaction(asTenant(), ({ em }) => em.execute(`set role "${owner}"`))).rejects.toThrow('permission denied');
});

it.each([
  'update users set is_operator = true',
  `update users set email = 'other@example.org'`,
  'update memberships set account_id = account_id',
  `update credit_balances set period = '2099-01'`,
  'update credit_holds set credits = 0',
  'update accounts set state = state',
])('refuses a request that runs %s', async (statement) => {
  await expect(inTransaction(asTenant(), ({ em }) => query(em, statement))).rejects.toThrow('permission denied');
});

it('shows nothing to a connection that has set no actor', async () => {
  const client = new Client({ connectionString: urlFor(database.url, TENANT_LOGIN) });
  await client.connect();
  expect((await client.query('select id from workspaces')).rows).toEqual([]);
  await client.end();
});

it('lets only an owner change the roles of an account and remove its members', async () => {
  const editor = await userActor(stage.services, stage.accountId, 'editor');
  const asEditor = () => contextFor(stage.services, editor);
  const promote = (em: EntityManager) => query(em, `update memberships set role = 'owner' returning user_id`);
  await expect(inTransaction(asEditor(), ({ em }) => promote(em))).rejects.toThrow('violates row-level security policy');
  const removed = await inTransaction(asEditor(), ({ em }) => query(em, 'delete from memberships returning user_id as id'));
  expect(removed).toEqual([{ id: editor.userId }]);
  expect(await inTransaction(contextFor(stage.services, stage.owner), ({ em }) => promote(em))).toHaveLength(1);
});

it('is created once by a user that may create roles, however many processes start at once', async () => {
  const login = newLogin();
  await Promise.all([1, 2, 3].map(() => ensureAs(database.url, login)));
  await requireLogin(urlFor(database.url, login));
});

it('explains what to run if the database user may not create roles, and works once it was run', async () => {
  const login = newLogin();
  const guest = `guest_${randomBytes(4).toString('hex')}`;
  made.push(guest);
  await asAdministrator(`create role ${guest} login password 'guest' nosuperuser nocreaterole`);
  const url = urlFor(database.url, { name: guest, password: 'guest' });
  const refusal = await ensureAs(url, login).catch((error: Error) => error.message);
  const [, statement = ''] = /restart: (create role .*);$/i.exec(String(refusal)) ?? [];
  expect(statement).not.toContain(login.password);
  await asAdministrator(statement);
  await ensureAs(url, login);
  await requireLogin(urlFor(databaseNamed(inject('databaseServerUrl'), new URL(database.url).pathname.slice(1)), login));
});

it.each(['bypassrls', 'createrole', 'superuser'])('is refused if it has more rights than a tenant, by %s', async (right) => {
  const login = newLogin();
  await asAdministrator(`create role ${login.name} login ${right} in role ${TENANT_ROLE}`);
  await expect(ensureAs(database.url, login)).rejects.toThrow('can do more than a tenant');
});

it('says what to do if a pooler or the server refuses the login', async () => {
  await expect(requireLogin(urlFor(database.url, newLogin()))).rejects.toThrow('a pooler must know it');
});

it('fails every statement of a transaction that could not be opened, and keeps its connection usable', async () => {
  const em = database.orm.requests.em.fork({ session: { variables: { transaction_isolation: 'none' } } });
  const seen = () =>
    inTransaction({ ...asTenant(), em }, (tx) => Promise.allSettled([1, 2].map(() => query(tx.em, 'select id from workspaces'))));
  await expect(seen()).rejects.toThrow('invalid value for parameter');
  const now = await inReading(asTenant(), (tx) => query<{ id: string }>(tx.em, 'select id from workspaces'));
  expect(now.map(({ id }) => id)).toEqual([stage.workspaceId]);
});
