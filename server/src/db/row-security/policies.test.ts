import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { textArray } from '../reading/query.ts';
import { ROW_POLICIES } from './policies.ts';
import { TENANT_ROLE } from './tenant-session.ts';

const database = useTestDatabase();
const ask = <Row>(sql: string, params: unknown[] = []) => database.orm.em.fork().execute<Row[]>(sql, params);
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
const secured = Object.entries(ROW_POLICIES).flatMap(([table, policy]) => ('closed' in policy ? [] : [{ table, policy }]));

/** By table; `column` is null for a privilege on the whole table. */
let granted: { schema: string; table: string; column: string | null; privilege: string }[];

beforeAll(async () => {
  granted = await ask(
    `select n.nspname as schema, c.relname as "table", null as "column", lower(a.privilege_type) as privilege
       from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a where a.grantee = ?::regrole
     union all
     select n.nspname, c.relname, t.attname, lower(a.privilege_type)
       from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(t.attacl) a
      where a.grantee = ?::regrole`,
    [TENANT_ROLE, TENANT_ROLE],
  );
});

it('every table has row-level security, or is closed with the reason; a new one needs its line in policies.ts', async () => {
  const tables = namesOf(await ask("select tablename as name from pg_tables where schemaname = 'public' order by 1"));
  expect(Object.keys(ROW_POLICIES).sort()).toEqual(tables);
  for (const policy of Object.values(ROW_POLICIES)) if ('closed' in policy) expect(policy.closed.length).toBeGreaterThan(20);
});

describe('the tenant role', () => {
  it('cannot log in, owns nothing and bypasses no policy', async () => {
    const [role] = await ask(
      'select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = ?',
      [TENANT_ROLE],
    );
    expect(Object.values(role ?? { missing: true })).toEqual([false, false, false, false, false, false]);
    expect(namesOf(await ask('select relname as name from pg_class where relowner = ?::regrole', [TENANT_ROLE]))).toEqual([]);
    expect(
      namesOf(await ask('select roleid::regrole::text as name from pg_auth_members where member = ?::regrole', [TENANT_ROLE])),
    ).toEqual([]);
  });

  it('accesses no table without a policy, except to add an entry to the queue', () => {
    const others = granted.filter(({ schema, table }) => schema !== 'public' || !secured.some((one) => one.table === table));
    expect(others.map(({ table, column, privilege }) => [table, column, privilege].filter(Boolean).join('.')).sort()).toEqual([
      'job.id.select',
      'job.insert',
      'job.start_after.select',
      'job_common.id.select',
      'job_common.insert',
      'job_common.start_after.select',
      'queue.select',
    ]);
  });
});

it('checks who may see a person when rows are read, without planning it into every statement that shows a name', async () => {
  const plan = await database.orm.em.fork().transactional(async (em) => {
    await em.execute(`set local role ${TENANT_ROLE}`);
    return em.execute('explain select name from users where id = any (array[?])', ['usr_1']);
  });
  // With the policies of all tables that can contain a person inlined, it has 124 lines instead of five.
  expect(plan.length).toBeLessThan(15);
});

it('compares the workspace only if each row has one: a row without one would be visible to all agents of its account', async () => {
  const asked = secured.flatMap(({ table, policy: { sees, writes = '' } }) =>
    [...`${sees} ${writes}`.matchAll(/coalesce\((\w+) = /g)].map(([, column]) => `${table}.${column}`),
  );
  expect(new Set(asked).size).toBeGreaterThan(10);
  const open = namesOf(
    await ask(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and is_nullable = 'YES' and table_name || '.' || column_name = any (?::text[])`,
      [textArray(asked)],
    ),
  );
  expect(open).toEqual([]);
});

describe.each(secured)('$table', ({ table, policy }) => {
  it('permits exactly what its policy says', async () => {
    const policies = await ask<{ cmd: string; roles: string; permissive: string }>(
      `select lower(cmd) as cmd, roles::text, permissive from pg_policies where schemaname = 'public' and tablename = ? order by cmd`,
      [table],
    );
    expect(policies).toEqual([...policy.may].sort().map((cmd) => ({ cmd, roles: `{${TENANT_ROLE}}`, permissive: 'PERMISSIVE' })));
    expect(await ask('select relrowsecurity as on from pg_class where oid = ?::regclass', [table])).toEqual([{ on: true }]);
    const given = granted.filter((grant) => grant.schema === 'public' && grant.table === table);
    expect([...new Set(given.map(({ privilege }) => privilege))].sort()).toEqual([...policy.may].sort());
    const hidden = given.filter(({ column, privilege }) => privilege === 'select' && policy.hides?.includes(column ?? ''));
    expect(hidden).toEqual([]);
    const updated = given.filter(({ privilege }) => privilege === 'update').map(({ column }) => column);
    if (policy.may.includes('update')) expect(updated.sort()).toEqual([...(policy.updates ?? [null])].sort());
    if (policy.hides) expect(given.some(({ column, privilege }) => column === null && privilege === 'select')).toBe(false);
  });
});
