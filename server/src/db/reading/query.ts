import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import { runTransaction } from '../run-transaction.ts';
import { type BoundValue, type Selected, type TypedStatement, textArray } from '../tables.ts';

export { type BoundValue, textArray } from '../tables.ts';

/** One statement: its values start at `$1`. */
export interface Statement {
  sql: string;
  values: readonly BoundValue[];
}

/** No ids: a statement that finds its rows only by these need not be sent. */
export const NO_IDS = textArray([]);

/** Ids as a PostgreSQL array, each once. */
export const idsOf = (ids: readonly string[]): string => textArray([...new Set(ids)]);

/** Turns each `?` into the next of PostgreSQL's numbered parameters: `$1` and so on. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => {
    place += 1;
    return `$${place}`;
  });
}

/**
 * Runs one statement and returns its rows: one built with `tables`, whose rows are typed, or a text with
 * parameters (from `$1`). Inside the transaction of `em`; outside of one, an entity manager with a tenant's
 * session reads in its own read-only transaction. Throws MikroORM's exceptions.
 */
export async function query<Row>(em: EntityManager, statement: TypedStatement<Row>): Promise<Selected<Row>[]>;
export async function query<Row extends object>(em: EntityManager, sql: string, values?: readonly BoundValue[]): Promise<Row[]>;
export async function query(
  em: EntityManager,
  statement: TypedStatement<unknown> | string,
  values: readonly BoundValue[] = [],
): Promise<unknown[]> {
  return (await run(em, typeof statement === 'string' ? CompiledQuery.raw(statement, [...values]) : statement.compile())).rows;
}

/** Runs a statement that changes rows, and returns their number. */
export async function countChanged(em: EntityManager, statement: TypedStatement<unknown>): Promise<number> {
  return Number((await run(em, statement.compile())).numAffectedRows ?? 0);
}

async function run(em: EntityManager, statement: CompiledQuery): Promise<QueryResult<unknown>> {
  const sessionContext = em.getSessionContext();
  const started = performance.now();
  try {
    if (em.isInTransaction() || !sessionContext) return await em.getKysely().executeQuery(statement);
    const settings = sessionContext.variables as Record<string, string>;
    const read = async (transaction: Kysely<unknown>) => ({ result: await transaction.executeQuery(statement), sent: [], last: [] });
    return await runTransaction(em.getKysely(), { isReading: true, settings, opensWithFirst: false }, read);
  } catch (error) {
    throw em.getDriver().convertException(error as Error);
  } finally {
    logStatement(em, { sql: statement.sql, values: statement.parameters as BoundValue[] }, performance.now() - started);
  }
}

/**
 * As query(), within the open transaction, for a statement whose best plan depends on its values: planned
 * with them each time, where other statements of a connection share one plan.
 */
export async function queryByValues<Row>(em: EntityManager, statement: TypedStatement<Row>): Promise<Selected<Row>[]> {
  await query(em, SET_PLANS, ['force_custom_plan']);
  const rows = await query(em, statement);
  await query(em, SET_PLANS, ['force_generic_plan']);
  return rows;
}

const SET_PLANS = `select set_config('plan_cache_mode', $1, true)`;

/** `took`: in milliseconds; 0 if it was not sent yet. */
export function logStatement(em: EntityManager, { sql, values }: Statement, took = 0): void {
  const logger = em.config.getLogger();
  if (logger.isEnabled('query')) logger.logQuery({ level: 'info', query: sql, params: values, took });
}
