import type { EntityManager, EntityName } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Part, readTogether } from '../read-together.ts';
import { anyOf } from '../tables.ts';
import { numbered, queryByValues } from './query.ts';
import { rowsOf } from './rows-of.ts';

/**
 * Whole rows by id, with the entity's fields, outside the unit of work: read-only. `by` is another field than the id,
 * one that matches a few rows each; `orderBy` is a field, too.
 */
export async function findRows<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityName<Row>,
  ids: readonly string[],
  { by = 'id', orderBy, where }: { by?: keyof Row & string; orderBy?: keyof Row & string; where?: string } = {},
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { properties } = em.getMetadata().get(entity);
  const columnOf = (field: string) =>
    `t.${(properties as Record<string, { fieldNames: string[] }>)[field]?.fieldNames[0] ?? field}` as 't.id';
  const rows = rowsOf(em, entity as EntityName<Row> & { readonly tableName: 'drafts' }, (from) => {
    const found = from.where(columnOf(by), '=', anyOf(ids)).$if(where !== undefined, (some) => some.where(sql.raw<boolean>(where ?? '')));
    return orderBy ? found.orderBy(columnOf(orderBy)) : found;
  });
  return (await readTogether(em, { rows })).rows as Row[];
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
  const statement = numbered(`select coalesce(json_agg(r), '[]') as rows from (${sql}) r`);
  const [found] = await queryByValues<{ rows: object[] }>(em, statement, parameters);
  return (found?.rows ?? []).map((row) => revive?.(row) ?? (row as Row));
}
