import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { checkSchema } from './check-installation.ts';
import { applyRowPolicies } from './row-security/apply-row-policies.ts';
import { MIGRATION_LIMITS, untilCommit } from './time-limits.ts';

/** Any fixed number: the holder of this advisory lock may change the schema. */
export const MIGRATION_LOCK = 4_210_977;

/**
 * Migrates the database to the newest schema. Safe when several processes start at once: the first one migrates, the
 * others wait for it and find nothing left to do.
 */
export async function migrateDatabase(orm: MikroORM, installQueue: () => Promise<void>): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // However long the first one takes.
    await em.execute(untilCommit({ ...MIGRATION_LIMITS, lock: 0 }));
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await em.execute(untilCommit(MIGRATION_LIMITS));
    await checkSchema(em as EntityManager);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
    await installQueue();
    await applyRowPolicies(em as EntityManager);
  });
}
