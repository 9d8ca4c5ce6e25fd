import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Privilege, ROW_POLICIES, type RowPolicy } from './policies.ts';
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

/**
 * Creates what is missing; another database's service may be doing the same, and missing rights are explained
 * above.
 */
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

/**
 * Applies policies.ts to the database, after the migrations and in a transaction. A table whose policies are up to
 * date is skipped, so a start takes no lock from running processes.
 */
export async function applyRowPolicies(em: EntityManager): Promise<void> {
  await ensureTenantRole(em);
  const columns = await columnsOf(em);
  const standing = await currentMarks(em);
  for (const [table, policy] of Object.entries(ROW_POLICIES)) {
    if ('closed' in policy) continue;
    const statements = statementsFor(table, policy, columns.get(table) ?? []);
    const mark = createHash('sha256').update(statements.join('\n')).digest('hex');
    if (standing.get(table) === mark) continue;
    for (const statement of statements) await em.execute(statement);
    await em.execute(`comment on policy ${nameOf(policy.may[0])} on ${quote(table)} is '${mark}'`);
  }
  for (const statement of QUEUE_STATEMENTS) await em.execute(statement);
}

/** The queue's own tables: a request may add an entry, and read none. */
const QUEUE_STATEMENTS = [
  `grant usage on schema pgboss to ${TENANT_ROLE}`,
  `grant select on pgboss.queue to ${TENANT_ROLE}`,
  `grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to ${TENANT_ROLE}`,
];

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const nameOf = (privilege: Privilege): string => `tenant_${privilege}`;

function statementsFor(table: string, policy: RowPolicy, columns: readonly string[]): string[] {
  const on = quote(table);
  return [
    `revoke all on ${on} from ${TENANT_ROLE}`,
    `grant ${policy.may.map((privilege) => grantOf(privilege, policy, columns)).join(', ')} on ${on} to ${TENANT_ROLE}`,
    `alter table ${on} enable row level security`,
    ...(['select', 'insert', 'update', 'delete'] as const).map((privilege) => `drop policy if exists ${nameOf(privilege)} on ${on}`),
    ...policy.may.map(
      (privilege) => `create policy ${nameOf(privilege)} on ${on} for ${privilege} to ${TENANT_ROLE} ${rowsOf(privilege, policy)}`,
    ),
  ];
}

function grantOf(privilege: Privilege, { hides = [], updates }: RowPolicy, columns: readonly string[]): string {
  const of = (granted: readonly string[]): string => `${privilege} (${granted.map(quote).join(', ')})`;
  if (privilege === 'update' && updates) return of(updates);
  return privilege === 'select' && hides.length > 0 ? of(columns.filter((column) => !hides.includes(column))) : privilege;
}

function rowsOf(privilege: Privilege, { sees, writes = sees, updated, deletes = writes }: RowPolicy): string {
  if (privilege === 'select') return `using (${sees})`;
  if (privilege === 'insert') return `with check (${writes})`;
  if (privilege === 'delete') return `using (${deletes})`;
  return `using (${writes}) with check (${updated ? `(${writes}) and ${updated}` : writes})`;
}

async function columnsOf(em: EntityManager): Promise<Map<string, string[]>> {
  const rows = await em.execute<{ table: string; columns: string[] }[]>(
    `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = current_schema() group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The definition of each table's policies, as recorded in its comment. */
async function currentMarks(em: EntityManager): Promise<Map<string, string | null>> {
  const rows = await em.execute<{ table: string; mark: string | null }[]>(
    `select c.relname as "table", obj_description(p.oid, 'pg_policy') as mark
       from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname ^@ 'tenant_' and obj_description(p.oid, 'pg_policy') is not null and c.relnamespace = current_schema()::regnamespace and c.relrowsecurity`,
  );
  return new Map(rows.map(({ table, mark }) => [table, mark]));
}
