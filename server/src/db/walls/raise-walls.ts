import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ensureTenantRole } from './tenant-role.ts';
import { TENANT_ROLE } from './tenant-session.ts';
import { type Privilege, WALLS, type Wall } from './walls.ts';

/**
 * Brings the database in step with walls.ts, after the migrations and in a transaction. A table
 * whose wall stands as it is written there is left alone, so that a start takes no lock from the
 * processes that are running.
 */
export async function raiseWalls(em: EntityManager): Promise<void> {
  await ensureTenantRole(em);
  const columns = await columnsOf(em);
  const standing = await standingMarks(em);
  for (const [table, wall] of Object.entries(WALLS)) {
    if ('closed' in wall) continue;
    const statements = statementsFor(table, wall, columns.get(table) ?? []);
    const mark = createHash('sha256').update(statements.join('\n')).digest('hex');
    if (standing.get(table) === mark) continue;
    for (const statement of statements) await em.execute(statement);
    await em.execute(`comment on policy ${nameOf(wall.may[0])} on ${quote(table)} is '${mark}'`);
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

function statementsFor(table: string, wall: Wall, columns: readonly string[]): string[] {
  const on = quote(table);
  return [
    `revoke all on ${on} from ${TENANT_ROLE}`,
    `grant ${wall.may.map((privilege) => grantOf(privilege, wall, columns)).join(', ')} on ${on} to ${TENANT_ROLE}`,
    `alter table ${on} enable row level security`,
    ...(['select', 'insert', 'update', 'delete'] as const).map((privilege) => `drop policy if exists ${nameOf(privilege)} on ${on}`),
    ...wall.may.map(
      (privilege) => `create policy ${nameOf(privilege)} on ${on} for ${privilege} to ${TENANT_ROLE} ${rowsOf(privilege, wall)}`,
    ),
  ];
}

function grantOf(privilege: Privilege, { hides = [] }: Wall, columns: readonly string[]): string {
  if (privilege !== 'select' || hides.length === 0) return privilege;
  return `select (${columns
    .filter((column) => !hides.includes(column))
    .map(quote)
    .join(', ')})`;
}

function rowsOf(privilege: Privilege, { sees, writes = sees }: Wall): string {
  if (privilege === 'select') return `using (${sees})`;
  if (privilege === 'insert') return `with check (${writes})`;
  return privilege === 'delete' ? `using (${writes})` : `using (${writes}) with check (${writes})`;
}

async function columnsOf(em: EntityManager): Promise<Map<string, string[]>> {
  const rows = await em.execute<{ table: string; columns: string[] }[]>(
    `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = current_schema() group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** What each table's wall was made of, as its comment remembers it. */
async function standingMarks(em: EntityManager): Promise<Map<string, string | null>> {
  const rows = await em.execute<{ table: string; mark: string | null }[]>(
    `select c.relname as "table", obj_description(p.oid, 'pg_policy') as mark
       from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname ^@ 'tenant_' and obj_description(p.oid, 'pg_policy') is not null and c.relnamespace = current_schema()::regnamespace and c.relrowsecurity`,
  );
  return new Map(rows.map(({ table, mark }) => [table, mark]));
}
