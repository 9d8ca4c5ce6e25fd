import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './reading/query.ts';
import { tables } from './tables.ts';

/** Locks `key` until the transaction ends; waits for other holders. */
export async function lockUntilCommit(em: EntityManager, key: string): Promise<void> {
  await query(em, tables.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('lock')));
}
