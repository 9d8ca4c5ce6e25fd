import type { EntityManager, EntityName } from '@mikro-orm/postgresql';
import { CompiledQuery, sql } from 'kysely';
import { type Part, readTogether } from '../read-together.ts';
import { anyOf, type BoundValue, type Places, type Tables } from '../tables.ts';
import { idsOf, queryByValues } from './query.ts';
import { rowsOf } from './rows-of.ts';

/** An entity whose table type is unknown at compile time. */
type AnyTable<Row> = EntityName<Row> & { readonly tableName?: keyof Tables };

type PartByIds = (em: EntityManager, values: { ids: BoundValue }) => Part<object>;

/** The statement of each entity. */
const byIds = new WeakMap<object, PartByIds>();

/** Whole rows by id, with the entity's fields, outside the unit of work: read-only. */
export async function findRows<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found: PartByIds =
    byIds.get(entity as object) ??
    rowsOf(entity as AnyTable<Row>, (from, { ids: given }: Places<{ ids: BoundValue }>) =>
      from.where(sql<boolean>`${sql.ref('t.id')} = ${anyOf(given)}`),
    );
  byIds.set(entity as object, found);
  return (await readTogether(em, { rows: found(em, { ids: idsOf(ids) }) })).rows as Row[];
}

/** The same, as a map by id. */
export async function findRowsById<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityName<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  return new Map((await findRows(em, entity, ids)).map((row) => [row.id, row]));
}

/** The rows of a part whose best plan depends on its values. In a transaction. */
export async function rowsByValues<Row extends object>(em: EntityManager, { sql, parameters, revive }: Part<Row>): Promise<Row[]> {
  const statement = CompiledQuery.raw(`select coalesce(json_agg(r), '[]') as rows from (${sql}) r`, [...parameters]);
  const [found] = await queryByValues<{ rows: object[] }>(em, { compile: () => statement as CompiledQuery<{ rows: object[] }> });
  return (found?.rows ?? []).map((row) => revive?.(row) ?? (row as Row));
}
