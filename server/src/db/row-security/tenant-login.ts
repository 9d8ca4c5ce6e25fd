import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { TENANT_ROLE } from './tenant-session.ts';

/** The user that request connections log in as. A member of the tenant role, and of no other. */
export interface TenantLogin {
  name: string;
  password: string;
}

/**
 * Derived from a secret of the installation: the same in every process, and different for each installation of a
 * server.
 */
export function tenantLoginOf(secret: string | Buffer): TenantLogin {
  const derive = (purpose: string): string => createHmac('sha256', secret).update(`tenant login ${purpose}`).digest('hex');
  return { name: `countersign_requests_${derive('name').slice(0, 12)}`, password: derive('password') };
}

/** The same database as that user. */
export const urlFor = (url: string, { name, password }: TenantLogin): string =>
  Object.assign(new URL(url), { username: name, password }).href;

/**
 * Creates the user if it does not exist. Throws an explanation if the user of DATABASE_URL may not, or if the user
 * exists and has more rights than a tenant.
 */
export async function ensureTenantLogin(em: EntityManager, login: TenantLogin): Promise<void> {
  if (await isReady(em, login)) return;
  const create = createStatement(login);
  await em.execute(
    `do $$ begin ${create}; exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`,
  );
  if (await isReady(em, login)) return;
  throw new Error(
    `The user of DATABASE_URL may not create the database user ${login.name}, as which requests log in so they can only be a tenant. ` +
      `Run this once as an administrator of the database, and restart: ${create};`,
  );
}

/**
 * The password is sent as a verifier, since statements can end up in logs. The name and the verifier are hex
 * and base64.
 */
export const createStatement = ({ name, password }: TenantLogin): string =>
  `create role ${name} login inherit nosuperuser nocreatedb nocreaterole nobypassrls noreplication in role ${TENANT_ROLE} password '${verifierOf(password, name)}'`;

async function isReady(em: EntityManager, { name }: TenantLogin): Promise<boolean> {
  const [row] = await em.execute<{ is_safe: boolean; is_tenant: boolean }[]>(
    `select rolcanlogin and not (rolsuper or rolbypassrls or rolcreaterole or rolreplication) and not exists (
              select from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = u.oid and r.rolname <> ?) as is_safe,
            exists (select from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = u.oid and r.rolname = ?) as is_tenant
       from pg_roles u where rolname = ?`,
    [TENANT_ROLE, TENANT_ROLE, name],
  );
  if (row && !row.is_safe)
    throw new Error(`The database user ${name} can do more than a tenant. Drop it as an administrator of the database, and restart.`);
  return row?.is_tenant ?? false;
}

const ITERATIONS = 4_096;

/** PostgreSQL's stored form of a password (RFC 5803). The salt is derived, so the statement is the same each time. */
function verifierOf(password: string, name: string): string {
  const salt = createHmac('sha256', password).update(name).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (what: string): Buffer => createHmac('sha256', salted).update(what).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/** Throws if logging in with this URL fails, for example through a pooler with its own user list. */
export async function requireLogin(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS, application_name: 'countersign probe' });
  try {
    await client.connect();
  } catch (error) {
    const { username } = new URL(url);
    throw new Error(`The database user ${username} could not log in; a pooler must know it. ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const PATIENCE_MS = 8_000;
