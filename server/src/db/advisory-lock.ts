import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './reading/query.ts';
import { tables } from './tables.ts';

/** Locks what `key` names until the transaction ends; waits for others that hold it. `kind` keeps the keys of different things apart. */
export async function lockUntilCommit(em: EntityManager, key: string, kind = 0): Promise<void> {
  await query(em, tables.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, ${kind}::bigint))`.as('lock')));
}
