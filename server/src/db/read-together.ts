import type { EntityManager } from '@mikro-orm/postgresql';
import { type BoundValue, query } from './reading/query.ts';
import type { Selected, TypedStatement } from './tables.ts';

/**
 * One statement of a combined read. Ids are bound as one array, so the text is the same for any number of
 * them.
 */
export interface Part<Row extends object> {
  /** The part's own parameters start at `$1`. */
  sql: string;
  parameters: readonly BoundValue[];
  /** Converts a JSON row to its typed form. */
  revive?(row: object): Row;
}

/** A value as JSON: a time is text. */
type AsJson<T> = T extends Date ? string : T;
type JsonRow<Row> = { [Name in keyof Row]: AsJson<Selected<Row>[Name]> };

/** A typed statement as a part of a combined read. */
export function partOf<Found extends object>(statement: TypedStatement<Found>): Part<JsonRow<Found>>;
export function partOf<Found extends object, Row extends object>(
  statement: TypedStatement<Found>,
  revive: (row: JsonRow<Found>) => Row,
): Part<Row>;
export function partOf(statement: TypedStatement<object>, revive?: (row: never) => object): Part<object> {
  const { sql, parameters } = statement.compile();
  return { sql, parameters: parameters as BoundValue[], ...(revive && { revive: (row) => revive(row as never) }) };
}

export type Parts = Record<string, Part<object> | null>;
type RowsOf<P> = P extends Part<infer Row> ? Row[] : never[];
export type Answers<P extends Parts> = { [Name in keyof P]: RowsOf<NonNullable<P[Name]>> };

/**
 * Runs all parts in one round trip, on one snapshot. Rows are returned as JSON: a time is text, and `new
 * Date()` parses it. A part that is null is skipped and has no rows. `first`: a part whose result the others
 * read under its name.
 */
export async function readTogether<P extends Parts>(
  em: EntityManager,
  parts: P,
  first?: { name: string; part: Part<object> },
): Promise<Answers<P>> {
  const asked = Object.entries(parts).flatMap(([name, part]) => (part ? [{ name, part }] : []));
  const answers: Record<string, object[]> = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  if (asked.length === 0) return answers as never;
  const parameters: BoundValue[] = [];
  /** The part's text, with its parameters renumbered among those of all parts. */
  const placed = (part: Part<object>): string => {
    const before = parameters.length;
    parameters.push(...part.parameters);
    return before === 0 ? part.sql : part.sql.replaceAll(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
  };
  const before = first ? `with ${first.name} as materialized (${placed(first.part)}) ` : '';
  const columns = asked.map(({ name, part }) => `(select coalesce(json_agg(r), '[]') from (${placed(part)}) r) as "${name}"`);
  // PostgreSQL copies the expressions of the outermost select each time, so it contains only the names.
  const sql = `${before}select ${asked.map(({ name }) => `"${name}"`).join(', ')} from (select ${columns.join(',\n  ')}) read`;
  const [row = {}] = await query<Record<string, object[]>>(em, sql, parameters);
  for (const { name, part } of asked) answers[name] = part.revive ? (row[name] ?? []).map(part.revive) : (row[name] ?? []);
  return answers as never;
}
