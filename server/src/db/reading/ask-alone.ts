import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient, QueryResult } from 'pg';
import { poolOf } from '../connections/pool-of.ts';
import { BoundValues, type Opening, type Questions } from './bound-values.ts';

/**
 * A statement that is a transaction of its own, in one message with its wall. Behind a wall it changes nothing: only who asks in
 * the service's own name may.
 */
export async function askAlone<Row extends object>(em: EntityManager, sql: string, values: BoundValues): Promise<Row[]> {
  const client = await connect(em);
  try {
    return await askOn<Row>(em, client, sql, values, { wall: wallOf(em) });
  } finally {
    client.release();
  }
}

/** A connection of the caller's own, until it is released. */
export async function connect(em: EntityManager): Promise<PoolClient> {
  try {
    return await (await poolOf(em)).connect();
  } catch (error) {
    throw asTold(em, error);
  }
}

/** What goes wrong is told as the ORM tells it, so that everybody knows our own database by it. */
const asTold = (em: EntityManager, error: unknown): Error => em.getDriver().convertException(error as Error);

/** A statement on such a connection, or several, with what opens their transaction ahead of them. */
export async function askOn<Row extends object>(
  em: EntityManager,
  client: PoolClient,
  sql: string,
  values: BoundValues | Questions,
  opening?: Opening,
): Promise<Row[]> {
  const query = client.query.bind(client) as unknown as (...args: unknown[]) => Promise<QueryResult<Row>>;
  try {
    return (await query(sql, values, opening)).rows;
  } catch (error) {
    throw asTold(em, error);
  }
}

/** The settings that the caller's every statement is read with, as one statement; none in the service's own name. */
export function wallOf(em: EntityManager): Opening['wall'] {
  const { variables } = em.getSessionContext() ?? {};
  if (!variables) return undefined;
  const settings = Object.entries({ transaction_read_only: 'on', ...variables });
  // One number back in place of a column for each.
  const sql = `select num_nulls(${settings.map(([name], place) => `set_config('${name}', $${place + 1}, true)`).join(', ')})`;
  return { sql, values: BoundValues.from(settings.map(([, value]) => String(value))) as BoundValues };
}
