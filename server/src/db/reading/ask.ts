import type { EntityManager } from '@mikro-orm/postgresql';

/** An array goes as text, `{…}`, cast where it is used. */
export type BoundValue = string | number | boolean | Date | null;

/** The values of a statement that the connection is to prepare. */
export class BoundValues extends Array<BoundValue> {}

/**
 * The rows of one statement, `$1` its first value, parsed and planned once by each connection. Without the detours of the
 * unit of work: in the open transaction, else in one of its own where a wall has to be put up.
 */
export async function ask<Row extends object>(em: EntityManager, sql: string, values: readonly BoundValue[]): Promise<Row[]> {
  if (!em.isInTransaction() && em.getSessionContext()) return em.transactional((own) => ask<Row>(own as EntityManager, sql, values));
  const parameters = BoundValues.from(values) as BoundValues;
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
  const logger = em.config.getLogger();
  const started = performance.now();
  const { rows } = await em.getKysely().executeQuery<Row>({ query, queryId: { queryId: '' }, sql, parameters });
  if (logger.isEnabled('query')) logger.logQuery({ level: 'info', query: sql, params: values, took: performance.now() - started });
  return rows;
}

/** `?` for the next parameter, as PostgreSQL has it: `$1` and so on. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => {
    place += 1;
    return `$${place}`;
  });
}
