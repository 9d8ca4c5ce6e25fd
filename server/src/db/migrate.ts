import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { raiseWalls } from './walls/raise-walls.ts';

/** Any fixed number: whoever holds this advisory lock may change the schema. */
const MIGRATION_LOCK = 4_210_977;

/**
 * Brings the database to the newest schema. Safe when several processes start at once: the first
 * one migrates, the others wait for it and find nothing left to do.
 */
export async function migrateDatabase(orm: MikroORM, installQueue: () => Promise<void>): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    // The migrator uses a connection of its own, so that each migration commits by itself.
    await orm.migrator.up();
    await installQueue();
    await raiseWalls(em as EntityManager);
  });
}
