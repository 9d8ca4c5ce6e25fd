import type { EntityManager } from '@mikro-orm/postgresql';

/** A statement on the connection of the open transaction. What goes wrong is told as the ORM tells it, so that everybody knows our own database by it. */
export async function askWithin<Row>(em: EntityManager, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
  try {
    return (await em.getKysely().executeQuery<Row>({ query, queryId: { queryId: '' }, sql, parameters })).rows;
  } catch (error) {
    throw em.getDriver().convertException(error as Error);
  }
}
