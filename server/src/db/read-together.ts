import type { EntityManager } from '@mikro-orm/postgresql';
import { ask, numbered } from './reading/ask.ts';
import { type BoundValue, textArray } from './reading/bound-values.ts';

/** One statement that others are asked beside. Ids are bound as one array, so that the text is the same however many there are. */
export interface Part<Row extends object> {
  /** `?` stands for the next parameter. */
  sql: string;
  parameters: readonly BoundValue[];
  /** Makes of a row of JSON what the caller is told. */
  revive?(row: object): Row;
}

export type Parts = Record<string, Part<object> | null>;
type RowsOf<P> = P extends Part<infer Row> ? Row[] : never[];
export type Answers<P extends Parts> = { [Name in keyof P]: RowsOf<NonNullable<P[Name]>> };

/**
 * Asks all parts in one round trip, as of one moment. Rows come as JSON: a time is text, and `new
 * Date()` reads it. A part that is null is not asked and has no rows. `first`: what the parts find under its name.
 */
export async function readTogether<P extends Parts>(
  em: EntityManager,
  parts: P,
  first?: { name: string; part: Part<object> },
): Promise<Answers<P>> {
  const asked = Object.entries(parts).flatMap(([name, part]) => (part ? [{ name, part }] : []));
  const answers: Record<string, object[]> = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  if (asked.length === 0) return answers as never;
  const columns = asked.map(({ name, part }) => `(select coalesce(json_agg(r), '[]') from (${part.sql}) r) as "${name}"`);
  const before = first ? `with ${first.name} as materialized (${first.part.sql}) ` : '';
  // PostgreSQL copies what stands behind the outermost select each time; so the names alone stand there.
  const sql = numbered(`${before}select ${asked.map(({ name }) => `"${name}"`).join(', ')} from (select ${columns.join(',\n  ')}) read`);
  const parameters = [...(first?.part.parameters ?? []), ...asked.flatMap(({ part }) => part.parameters)];
  const [row = {}] = await ask<Record<string, object[]>>(em, sql, parameters);
  for (const { name, part } of asked) answers[name] = part.revive ? (row[name] ?? []).map(part.revive) : (row[name] ?? []);
  return answers as never;
}

/**
 * Leaves columns of `table` behind, each under its name, for what is asked after it in the same message: `Left`. Until the end of
 * the transaction, as texts, and none of what is null.
 */
export const leave = (table: string, columns: Readonly<Record<string, string>>): Part<object> => ({
  sql: `select num_nulls(${leftBy(columns)}) as left from ${table}`,
  parameters: [],
});

/** The same as columns of a select that gathers its rows. Not each once: PostgreSQL would sort the rows for that, under the others of the select too. */
export const leftBy = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(
      ([name, column]) =>
        `set_config('left.${name}', coalesce(array_agg(${column}) filter (where ${column} is not null)::text, '{}'), true)`,
    )
    .join(', ');

/** No ids: what asks by these alone need not be asked. */
export const NO_IDS = textArray([]);

/** Ids as PostgreSQL takes an array of them; each once. */
export const idsOf = (ids: readonly string[]): string => textArray([...new Set(ids)]);
