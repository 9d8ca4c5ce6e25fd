import type { EntityManager } from '@mikro-orm/postgresql';
import { type BoundValue, numbered, query } from './reading/query.ts';
import type { Selected, TypedStatement } from './tables.ts';

/** One statement of a combined read. Ids are bound as one array, so the text is the same for any number. */
export interface Part<Row extends object> {
  /** `?` is the next parameter. */
  sql: string;
  parameters: readonly BoundValue[];
  /** Converts a row of JSON to what the caller gets. */
  revive?(row: object): Row;
}

/** A value as JSON: a time is text. */
type AsJson<T> = T extends Date ? string : T;
type JsonRow<Row> = { [Name in keyof Row]: AsJson<Selected<Row>[Name]> };

/** A typed statement as a part of a combined read. */
export function partOf<Found extends object, Row extends object = JsonRow<Found>>(
  statement: TypedStatement<Found>,
  revive?: (row: JsonRow<Found>) => Row,
): Part<Row> {
  const { sql, parameters } = statement.compile();
  const part = { sql: sql.replaceAll(/\$\d+/g, '?'), parameters: parameters as BoundValue[] };
  return revive ? { ...part, revive: (row) => revive(row as JsonRow<Found>) } : part;
}

export type Parts = Record<string, Part<object> | null>;
type RowsOf<P> = P extends Part<infer Row> ? Row[] : never[];
export type Answers<P extends Parts> = { [Name in keyof P]: RowsOf<NonNullable<P[Name]>> };

/**
 * Runs all parts in one round trip, on one snapshot. Rows come as JSON: a time is text, and `new Date()` parses it. A
 * part that is null is skipped and has no rows. `first`: a part whose result the others read under its name.
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
  // PostgreSQL copies the expressions of the outermost select each time; so it contains only the names.
  const sql = numbered(`${before}select ${asked.map(({ name }) => `"${name}"`).join(', ')} from (select ${columns.join(',\n  ')}) read`);
  const parameters = [...(first?.part.parameters ?? []), ...asked.flatMap(({ part }) => part.parameters)];
  const [row = {}] = await query<Record<string, object[]>>(em, sql, parameters);
  for (const { name, part } of asked) answers[name] = part.revive ? (row[name] ?? []).map(part.revive) : (row[name] ?? []);
  return answers as never;
}
