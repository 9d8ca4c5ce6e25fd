import type { EntityManager } from '@mikro-orm/postgresql';

/** One statement that others are asked beside. Ids are bound as one array, so that the text is the same however many there are. */
export interface Part<Row extends object> {
  sql: string;
  parameters: readonly unknown[];
  /** For the types alone. */
  row?: Row;
}

type Parts = Record<string, Part<object> | null>;
type RowsOf<P> = P extends Part<infer Row> ? Row[] : never[];

/**
 * Asks all parts in one round trip, as of one moment. Rows come as JSON: a time is text, and `new
 * Date()` reads it. A part that is null is not asked and has no rows.
 */
export async function readTogether<P extends Parts>(
  em: EntityManager,
  parts: P,
): Promise<{ [Name in keyof P]: RowsOf<NonNullable<P[Name]>> }> {
  const asked = Object.entries(parts).flatMap(([name, part]) => (part ? [{ name, part }] : []));
  const columns = asked.map(({ name, part }) => `(select coalesce(json_agg(r), '[]') from (${part.sql}) r) as "${name}"`);
  const none = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  if (asked.length === 0) return none as never;
  const [row] = await em.execute<object[]>(
    `select ${columns.join(',\n  ')}`,
    asked.flatMap(({ part }) => part.parameters),
  );
  return { ...none, ...row } as never;
}

/** Ids as PostgreSQL takes an array of them; each once. */
export const idsOf = (ids: readonly string[]): string => `{${[...new Set(ids)].join(',')}}`;
