import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { BASELINE, MIGRATIONS, sinceBaseline } from './migrations/all.ts';
import { query } from './reading/query.ts';
import { applyRowPolicies } from './row-security/apply-row-policies.ts';
import { tables } from './tables.ts';
import { MIGRATION_LIMITS, untilCommit } from './time-limits.ts';

/** Only the operator can fix this, at startup and on the command line. */
const refusal = (message: string) => new DomainError('bad_user_input', { message });

/** Identifies an installation's master key without revealing anything about it. */
export function keyCheckOf(sealer: Pick<Sealer, 'hash'>): string {
  return sealer.hash('installation', 'the master key of this database');
}

/**
 * The first start stores the key's fingerprint in the database; every later one compares it. Under another key nothing
 * encrypted can be decrypted, every agent's key is unknown and the audit log appears tampered with.
 */
export async function checkMasterKey(em: EntityManager, sealer: Pick<Sealer, 'hash'>): Promise<void> {
  const check = keyCheckOf(sealer);
  // Two statements: one that waited for another first start would not see its row.
  await query(
    em,
    tables
      .insertInto('installations')
      .values({ id: 'this', key_check: check })
      .onConflict((on) => on.doNothing()),
  );
  const [row] = await query(em, tables.selectFrom('installations').select('key_check').where('id', '=', 'this'));
  if (row?.key_check === check) return;
  throw refusal(
    'The master key is not the one that this database belongs to. Set MASTER_KEY to it, or put the file master.key of its DATA_DIR back.',
  );
}

/**
 * Checks the schema before migrating: refuses one that a newer program has migrated, and marks one created before
 * 0.2.0 as at its baseline.
 */
async function checkSchema(em: EntityManager): Promise<void> {
  const [table] = await em.execute<{ known: boolean }[]>(`select to_regclass('migrations') is not null as known`);
  if (!table?.known) return;
  const done = (await em.execute<{ name: string }[]>('select name from migrations order by id')).map(({ name }) => name);
  const names = sinceBaseline(done);
  const unknown = names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw refusal(
      `The database was changed by a newer version of this program (${unknown.join(', ')}). Start that version, or restore a backup from before.`,
    );
  }
  if (done.includes(BASELINE) || !names.includes(BASELINE)) return;
  await em.execute('delete from migrations');
  for (const name of names) await em.execute('insert into migrations (name, executed_at) values (?, now())', [name]);
}

/** Any fixed number: the holder of this advisory lock may change the schema. */
export const MIGRATION_LOCK = 4_210_977;

/**
 * Migrates the database to the newest schema. Safe when several processes start at once: the first one migrates, the
 * others wait for it and find nothing left to do.
 */
export async function migrateDatabase(orm: MikroORM, installQueue: () => Promise<void>): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // Regardless of how long the first one takes.
    await em.execute(untilCommit({ ...MIGRATION_LIMITS, lock: 0 }));
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await em.execute(untilCommit(MIGRATION_LIMITS));
    await checkSchema(em as EntityManager);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
    await installQueue();
    await applyRowPolicies(em as EntityManager);
  });
}
