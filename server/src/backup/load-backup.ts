import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MIGRATION_LOCK } from '../db/migrate.ts';
import { createOrm } from '../db/orm.ts';
import { ensureTenantRole } from '../db/row-security/tenant-role.ts';
import { type BackupManifest, refusal, tableFile } from './backup-manifest.ts';

/**
 * Loads a backup's rows into an empty database, under the schema of the backup, and sets the restore lock: all of the
 * rows or none. Can be run again after a crash.
 */
export async function loadBackup(url: string, folder: string, manifest: BackupManifest): Promise<void> {
  // There may be a pooler before it, as before the service itself.
  const orm = createOrm({ url, poolSize: 2, applicationName: 'countersign restore', isPooled: true });
  try {
    await makeTables(orm, manifest);
  } finally {
    await orm.close();
  }
  const client = new pg.Client({ connectionString: url, application_name: 'countersign restore' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (await isUsed(client)) throw notEmpty();
    await fill(client, folder, manifest);
    await goOnAfterwards(client, manifest);
    await client.query('update service_switches set restored_at = now(), backup_at = $1, doubted_at = null', [manifest.createdAt]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Whether the rows of this backup are loaded and the restore lock is still set: an earlier run ended after its commit. */
export async function isLoaded(url: string, { createdAt }: BackupManifest): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign restore' });
  await client.connect();
  try {
    const { rows: columns } = await client.query(
      `select from information_schema.columns
       where table_schema = current_schema() and table_name = 'service_switches' and column_name = 'backup_at'`,
    );
    if (columns.length === 0) return false;
    const { rows } = await client.query('select from service_switches where restored_at is not null and backup_at = $1', [createdAt]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

const notEmpty = () =>
  refusal(
    'There is something in this database already. Restore into an empty one: name another DATA_DIR, or an empty database in DATABASE_URL.',
  );

async function makeTables(orm: MikroORM, { migrations }: BackupManifest): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    const done = await migrationsOf(em as EntityManager);
    if (done.length > 0 && !isSame(done, migrations)) throw notEmpty();
    if (done.length > 0) return;
    await ensureTenantRole(em as EntityManager);
    await orm.migrator.up({ transaction: em.getTransactionContext(), migrations });
    if (!isSame(await migrationsOf(em as EntityManager), migrations))
      throw refusal('The back-up is of a version of the program that this one does not follow. Restore it with the version that made it.');
  });
}

/** The order in which they were run depends on when each of them came with the program. */
const isSame = (left: readonly string[], right: readonly string[]): boolean => left.toSorted().join() === right.toSorted().join();

async function migrationsOf(em: EntityManager): Promise<string[]> {
  const [table] = await em.execute<{ known: boolean }[]>(`select to_regclass('migrations') is not null as known`);
  if (!table?.known) return [];
  return (await em.execute<{ name: string }[]>('select name from migrations order by id')).map(({ name }) => name);
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>('select exists (select from users) or exists (select from accounts) as used');
  return rows[0]?.used === true;
}

/**
 * The service continued after the backup. Readers have seen event numbers from then, so these are skipped: a reader
 * that continues from such a number misses nothing. Notices that were pending then have been sent by now.
 */
async function goOnAfterwards(client: pg.Client, { tables }: BackupManifest): Promise<void> {
  const has = (table: string, column: string) => tables.some(({ name, columns }) => name === table && columns.includes(column));
  if (has('event_heads', 'last_sequence')) {
    await client.query(
      `insert into event_heads (workspace_id, account_id, last_sequence) select id, account_id, $1::int from workspaces
       on conflict (workspace_id) do update set last_sequence = event_heads.last_sequence + excluded.last_sequence`,
      [NUMBERS_LEFT_OUT],
    );
  }
  if (has('notices', 'routed_at')) await client.query('update notices set routed_at = created_at where routed_at is null');
}

/** More events than a workspace has between a backup and its restore. */
const NUMBERS_LEFT_OUT = 1_000_000;

/** Constraints between tables are dropped and recreated, which validates every row; row triggers must not fire here. */
async function fill(client: pg.Client, folder: string, { tables }: BackupManifest): Promise<void> {
  const { rows: rules } = await client.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  );
  for (const { table, name } of rules) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  for (const { name } of tables) await client.query(`truncate "${name}"`);
  for (const { name, columns, rows } of tables) {
    const into = client.query(copyFrom(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`));
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), into);
    if (into.rowCount !== rows) throw new Error(`${rows} rows of ${name} were written down, and ${into.rowCount} came.`);
  }
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  for (const { table, name, rule } of rules) await client.query(`alter table ${table} add constraint ${name} ${rule}`);
}
