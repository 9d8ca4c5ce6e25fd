import type { EntityManager } from '@mikro-orm/postgresql';
import { TENANT_ROLE } from './tenant-session.ts';

/**
 * Ensures that the tenant role exists and that this connection's user may become it. Roles belong to the whole
 * cluster: several databases share this one, and their services may start at the same time, so the later one finds it
 * created. Throws an explanation if the user of DATABASE_URL may not create roles.
 */
export async function ensureTenantRole(em: EntityManager, role = TENANT_ROLE): Promise<void> {
  if (await mayBecome(em, role)) return;
  await em.execute(makeRole(role));
  if (await mayBecome(em, role)) return;
  const [{ user } = { user: '' }] = await em.execute<{ user: string }[]>('select current_user as "user"');
  throw new Error(
    `The database user ${user} may not make the role ${role}, which keeps customers apart. ` +
      `Run this once as an administrator of the database, and start again: CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO "${user}";`,
  );
}

/** A role that can log in or bypass row-level security would protect nothing. */
async function mayBecome(em: EntityManager, role: string): Promise<boolean> {
  const [row] = await em.execute<{ is_safe: boolean; is_member: boolean }[]>(
    `select not (rolsuper or rolbypassrls or rolcanlogin) as is_safe,
            pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as is_member
       from pg_roles where rolname = ?`,
    [role],
  );
  if (row && !row.is_safe) {
    throw new Error(
      `The database role ${role} may log in or bypass row-level security, and must not. ` +
        `Run this as an administrator of the database, and start again: ALTER ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS;`,
    );
  }
  return row?.is_member ?? false;
}

/** Creates what is missing; another database's service may be doing the same, and missing rights are explained above. */
const makeRole = (role: string): string => `do $$ begin
  begin
    create role ${role} nologin;
  exception when duplicate_object or unique_violation or insufficient_privilege then null;
  end;
  begin
    execute format('grant ${role} to %I', current_user);
  exception when unique_violation or insufficient_privilege or undefined_object or internal_error then null;
  end;
end $$`;
