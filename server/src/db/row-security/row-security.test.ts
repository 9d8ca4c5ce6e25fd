import type { EntityManager } from '@mikro-orm/postgresql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { agentActor } from '../../testing/actors.ts';
import { type Everything, givenEverything } from '../../testing/matrix/everything.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { ROW_POLICIES } from './policies.ts';
import { forkFor } from './tenant-session.ts';

/**
 * The service's own authorization is bypassed here: these are bare statements under a caller's row-level
 * security.
 */
const database = useTestDatabase();
const secured = Object.entries(ROW_POLICIES).flatMap(([table, policy]) =>
  'closed' in policy || policy.sees === 'true' ? [] : [{ table, policy }],
);

type Row = Record<string, unknown>;

let own: Everything;
/** Every row of each table that belongs to an account and is unrelated to `own`. */
const foreign = new Map<string, Row[]>();
let callers: { name: string; actor: Actor }[];

const visible = new Map<string, string[]>();

beforeAll(async () => {
  const columns = await database.orm.em
    .fork()
    .execute<{ table: string; column: string }[]>(
      `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' order by ordinal_position`,
    );
  for (const { table, policy } of secured) {
    const all = columns.filter((column) => column.table === table).map(({ column }) => column);
    visible.set(
      table,
      all.filter((column) => !policy.hides?.includes(column)),
    );
  }
  own = await givenEverything(database);
  const before = new Map<string, string[]>();
  for (const { table } of secured) before.set(table, (await rowsOf(database.orm.em.fork(), table)).map(textOf));
  await givenEverything(database);
  for (const { table } of secured) {
    const rows = await rowsOf(database.orm.em.fork(), table);
    foreign.set(
      table,
      rows.filter((row) => !before.get(table)?.includes(textOf(row))),
    );
  }
  callers = [
    { name: 'the owner', actor: own.owner },
    { name: 'the agent', actor: own.agent },
    { name: 'another agent of the workspace', actor: await agentActor(createTestServices(database), own.workspace) },
    { name: 'anonymous', actor: { kind: 'anonymous' } },
  ];
});

const textOf = (row: Row): string => JSON.stringify(row);
const quoted = (table: string): string => (visible.get(table) ?? []).map((column) => `"${column}"`).join(', ');

function rowsOf(em: EntityManager, table: string): Promise<Row[]> {
  return em.execute<Row[]>(`select ${quoted(table)} from "${table}"`);
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
const INSUFFICIENT_PRIVILEGE = '42501';

/** No rows if a request may not read the table at all. */
function mayNotRead(error: unknown): Row[] {
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return [];
  throw error;
}

describe.each(secured)('$table', ({ table, policy }) => {
  const foreignTexts = () => (foreign.get(table) ?? []).map(textOf);

  it('shows a foreign row to no one', async () => {
    // An empty table proves nothing: testing/matrix/everything.ts must create a row.
    expect(foreignTexts().length).toBeGreaterThan(0);
    let seen = 0;
    for (const { actor } of callers) {
      const rows = await rowsOf(forkFor(database.orm, actor), table).catch(mayNotRead);
      seen += rows.length;
      expect(rows.filter((row) => foreignTexts().includes(textOf(row)))).toEqual([]);
    }
    expect(seen > 0).toBe(policy.may.includes('select'));
  });

  it('accepts no row that would belong to another account', async () => {
    const row = foreign.get(table)?.[0];
    for (const { actor } of callers) {
      const insert = forkFor(database.orm, actor).execute(
        `insert into "${table}" select * from json_populate_record(null::"${table}", ?::json)`,
        [JSON.stringify(row)],
      );
      expect(await insert.then(() => 'inserted', codeOf)).toBe(INSUFFICIENT_PRIVILEGE);
    }
  });

  it('changes and removes no row of another account', async () => {
    const [column] = policy.updates ?? visible.get(table) ?? [];
    const texts = foreignTexts();
    for (const { actor } of callers) {
      for (const [privilege, statement] of [
        ['update', `update "${table}" set "${column}" = "${column}" returning ${quoted(table)}`],
        ['delete', `delete from "${table}" returning ${quoted(table)}`],
      ] as const) {
        const work = forkFor(database.orm, actor).transactional(async (em) => {
          const changed = await (em as EntityManager).execute<Row[]>(statement);
          expect(changed.filter((row) => texts.includes(textOf(row)))).toEqual([]);
          throw new Error('taken back');
        });
        const outcome = await work.catch((error) => (error as Error).message);
        expect(outcome).toMatch(policy.may.includes(privilege) ? /^taken back$|foreign key|append-only/ : /permission denied/);
      }
    }
    expect((await rowsOf(database.orm.em.fork(), table)).filter((row) => texts.includes(textOf(row)))).toHaveLength(texts.length);
  });
});
