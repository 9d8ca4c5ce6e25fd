import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../errors.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { SealingKey } from '../sealing/sealing-keys.ts';
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

/** New values are encrypted under the newest key, and so is everything after a rotation: the newest rows show whether a key is missing. */
const ROWS_LOOKED_AT = 1_000;

/**
 * Refuses to continue without a key of encrypted values, unless it is in `lost`: every post would fail because its credentials
 * cannot be decrypted, and people would need to connect their accounts again.
 */
export async function checkSealingKeys(em: EntityManager, known: readonly SealingKey[], lost: readonly string[]): Promise<void> {
  const columns = await em.execute<{ statement: string }[]>(
    `select format('(select distinct %L as table, split_part(sealed, ''.'', 2) as key
         from (select %I as sealed from %I order by %I desc limit ${ROWS_LOOKED_AT}) newest where sealed like ''v2.%%'')',
         c.relname, a.attname, c.relname, k.attname) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
     where a.attname like 'sealed\\_%' and not a.attisdropped`,
  );
  const used = await em.execute<{ table: string; key: string }[]>(columns.map(({ statement }) => statement).join(' union all '));
  const missing = used.find(({ key }) => !lost.includes(key) && !known.some(({ id }) => id === key));
  if (!missing) return;
  throw refusal(
    `The key ${missing.key} is missing, under which values in this database are encrypted (${missing.table}). Put the file sealing.keys of its DATA_DIR back, or set SEALING_KEYS to all of its keys. ` +
      `If the key is lost for good, set LOST_SEALING_KEYS=${missing.key}; accounts connected under it must then be connected again.`,
  );
}

/** The migrations that the database has run, oldest first; refuses a schema that a newer program has migrated. */
async function migrationsRun(em: EntityManager): Promise<string[]> {
  const [table] = await em.execute<{ known: boolean }[]>(`select to_regclass('migrations') is not null as known`);
  if (!table?.known) return [];
  const done = (await em.execute<{ name: string }[]>('select name from migrations order by id')).map(({ name }) => name);
  const unknown = sinceBaseline(done).filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length === 0) return done;
  throw refusal(
    `The database was changed by a newer version of this program (${unknown.join(', ')}). Start that version, or restore a backup from before.`,
  );
}

/** Marks a database created before 0.2.0 as at its baseline. */
async function markBaseline(em: EntityManager): Promise<void> {
  const done = await migrationsRun(em);
  const names = sinceBaseline(done);
  if (done.includes(BASELINE) || !names.includes(BASELINE)) return;
  await em.execute('delete from migrations');
  for (const name of names) await em.execute('insert into migrations (name, executed_at) values (?, now())', [name]);
}

/**
 * Refuses a database that a start of this version would migrate: commands change no schema, since the service of an
 * earlier version may be running on it. `mayBeOlder` refuses only an empty one.
 */
export async function requireSchema(em: EntityManager, { mayBeOlder }: { mayBeOlder: boolean }): Promise<void> {
  const done = await migrationsRun(em);
  if (done.length === 0) {
    throw new DomainError('bad_user_input', {
      message: 'The database has no tables yet.',
      remedy: 'Start the service, which creates them, or restore a backup: cs restore --from FOLDER.',
    });
  }
  const names = sinceBaseline(done);
  const pending = MIGRATIONS.filter(({ name }) => !names.includes(name));
  if (mayBeOlder || pending.length === 0) return;
  throw new DomainError('bad_user_input', {
    message: `The database is that of an earlier version: this one would migrate it (${pending.map(({ name }) => name).join(', ')}).`,
    remedy: 'Back it up with cs backup, then start this version, which migrates it. Until then, use the commands of the version that runs.',
  });
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
    await markBaseline(em as EntityManager);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
    await installQueue();
    await applyRowPolicies(em as EntityManager);
  });
}
