import { createHmac } from 'node:crypto';
import pg from 'pg';
import { createStatement, type TenantLogin, tenantLoginOf } from '../row-security/tenant-login.ts';
import { TENANT_ROLE } from '../row-security/tenant-session.ts';

/** The service's user in its embedded database: it owns the contents, and is not a superuser. */
export const OWNER_ROLE = 'countersign_owner';

/** Several processes may start at once. The number is arbitrary. */
const HAND_OVER_KEY = '7305412968127790466';

/**
 * The same database as its owner, which is created here and becomes the owner of everything that a superuser
 * created in it before. Finished transfers are skipped, so a start takes no lock from running processes.
 */
export async function openAsOwner(superuserUrl: string): Promise<{ url: string; tenantLogin: TenantLogin }> {
  const url = new URL(superuserUrl);
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(OWNER_ROLE).digest('hex');
  const tenantLogin = tenantLoginOf(decodeURIComponent(url.password));
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [HAND_OVER_KEY]);
    await client.query(MAKE_ROLES);
    if (await isPasswordNew(client, password)) await client.query(`alter role ${OWNER_ROLE} password '${password}'`);
    await client.query(HAND_OVER);
    await client.query(LOG_NO_DETAILS);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [tenantLogin.name]);
    if (rowCount === 0) await client.query(createStatement(tenantLogin));
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { url: Object.assign(url, { username: OWNER_ROLE, password }).href, tenantLogin };
}

/** A stored password is salted, so rewriting it would always change it; the role's comment says whether it is current. */
async function isPasswordNew(client: pg.Client, password: string): Promise<boolean> {
  const mark = createHmac('sha256', password).update('current').digest('hex');
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = '${OWNER_ROLE}'`,
  );
  if (rows[0]?.mark === mark) return false;
  await client.query(`comment on role ${OWNER_ROLE} is '${mark}'`);
  return true;
}

/**
 * The owner may switch to the tenant for a request; the tenant is a member of no role, and can switch to
 * none.
 */
const MAKE_ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = '${TENANT_ROLE}') then
    create role ${TENANT_ROLE} nologin;
  end if;
  if not exists (select from pg_roles where rolname = '${OWNER_ROLE}') then
    create role ${OWNER_ROLE} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication;
  end if;
  if not pg_has_role('${OWNER_ROLE}', '${TENANT_ROLE}', 'set') then
    grant ${TENANT_ROLE} to ${OWNER_ROLE} with inherit false, set true;
  end if;
end $$`;

/** "Key (email)=(ada@example.org) already exists" is a detail. */
const LOG_NO_DETAILS = `do $$ begin
  if not exists (
    select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where d.datname = current_database() and s.setrole = 0 and 'log_error_verbosity=terse' = any(s.setconfig)
  ) then
    execute format('alter database %I set log_error_verbosity = terse', current_database());
  end if;
end $$`;

/** Individually: objects of the cluster's initial superuser cannot be reassigned all at once. */
const HAND_OVER = `do $$ declare
  thing record;
  mine oid := current_user::regrole;
begin
  for thing in
    select format('database %I', datname) as name from pg_database where datname = current_database() and datdba = mine
    union all
    select format('schema %I', nspname) from pg_namespace
     where nspowner = mine and nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = relnamespace
     where relowner = mine and relkind in ('r', 'p', 'v', 'm', 'S') and nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and (d.deptype = 'e' or (relkind = 'S' and d.deptype in ('a', 'i'))))
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = pronamespace
     where proowner = mine and nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    union all
    select format('%s %s', case typtype when 'd' then 'domain' else 'type' end, t.oid::regtype) from pg_type t join pg_namespace n on n.oid = typnamespace
     where typowner = mine and typtype in ('e', 'd', 'r') and nspname !~ '^pg_' and nspname <> 'information_schema'
  loop
    execute format('alter %s owner to ${OWNER_ROLE}', thing.name);
  end loop;
end $$`;
