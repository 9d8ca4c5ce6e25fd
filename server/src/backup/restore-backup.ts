import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createApp, ownContext } from '../app.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { adoptAudit } from '../audit/seal-audit.ts';
import { type Config, dataDirOf, type Environment, loadConfig } from '../config/config.ts';
import { Connection } from '../connections/connection.entity.ts';
import { openCredentials } from '../connections/renew-credentials.ts';
import type { Context } from '../context.ts';
import { keyCheckOf, MIGRATION_LOCK } from '../db/check-installation.ts';
import { openDatabase } from '../db/open-database.ts';
import { createOrm } from '../db/orm.ts';
import { ensureTenantRole } from '../db/row-security/apply-row-policies.ts';
import { inTransaction } from '../db/transaction.ts';
import { createLog } from '../log.ts';
import { isIntact } from '../media/is-intact.ts';
import { markUnknownAfterRestore } from '../publishing/reconciliation/mark-unknown-after-restore.ts';
import { type RestoreState, readRestoreState } from '../publishing/reconciliation/release-restore.ts';
import { createSealer } from '../sealing/sealer.ts';
import { queueChallenge } from '../webhooks/notify-endpoints.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { type BackupManifest, keyFile, mediaFolder, readManifest, refusal, tableFile } from './backup-manifest.ts';

export interface Restored extends RestoreState {
  manifest: BackupManifest;
  /** Connections whose credentials cannot be decrypted: a sealing key is missing. */
  unreadableConnections: number;
}

/**
 * Restores a backup into an empty DATA_DIR, or into an empty database that DATABASE_URL names. The restored
 * service stays locked until the operator releases it; publications that may have been sent since the backup
 * are looked up on their platform first. Can be repeated until the release, wherever an earlier run stopped.
 */
export async function restoreBackup(env: Environment, from: string): Promise<Restored> {
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  await placeKeys(env, folder, manifest);
  const config = loadConfig({ ...env, LOG_LEVEL: 'silent', ROLE: 'web' });
  if (keyCheckOf(createSealer(config.masterKey)) !== manifest.keyCheck)
    throw refusal(`The master key that is set here is not the one of the back-up. ${WHERE_THE_KEY_GOES}`);
  checkMediaPlace(config, manifest);
  const database = await openDatabase(config, createLog(config));
  try {
    const { directUrl } = database;
    const isAlreadyLoaded = await isLoaded(directUrl, manifest);
    // Before the rows, as when they were created: a row's media file always exists.
    await placeMedia(config, folder, manifest);
    if (!isAlreadyLoaded) await loadBackup(directUrl, folder, manifest);
  } finally {
    await database.close();
  }
  const app = await createApp({ ...config, lostSealingKeys: null });
  try {
    return { manifest, ...(await finish(ownContext(app.services, { kind: 'operator' }, 'restore'), manifest)) };
  } finally {
    await app.close();
  }
}

const WHERE_THE_KEY_GOES =
  'Put the file master.key (and sealing.keys, where there is one) of its DATA_DIR into the DATA_DIR here, or set MASTER_KEY (and SEALING_KEYS).';

async function placeKeys(env: Environment, folder: string, { holdsKeys }: BackupManifest): Promise<void> {
  const dataDir = dataDirOf(env);
  if (env.MASTER_KEY || existsSync(join(dataDir, 'master.key'))) return;
  // Otherwise reading the settings would create a new key.
  if (!holdsKeys) throw refusal(`The back-up does not hold the master key, as it should be. ${WHERE_THE_KEY_GOES}`);
  await mkdir(dataDir, { recursive: true });
  for (const name of ['sealing.keys', 'master.key'] as const) {
    if (existsSync(keyFile(folder, name))) await placeKey(keyFile(folder, name), join(dataDir, name));
  }
}

/** Atomic, so a partial file is never taken for a key. */
async function placeKey(from: string, to: string): Promise<void> {
  const key = await readFile(from);
  if (existsSync(to)) {
    if (key.equals(await readFile(to))) return;
    throw refusal(`${to} is there already, and is not the one of the back-up. Name a DATA_DIR without it.`);
  }
  await writeFile(`${to}.restoring`, key, { mode: 0o600, flush: true });
  await rename(`${to}.restoring`, to);
}

/** Otherwise rows would refer to missing media. */
function checkMediaPlace({ mediaBucket }: Config, { media }: BackupManifest): void {
  if (media.place === 'bucket' && !mediaBucket)
    throw refusal('The pictures of this back-up are in a bucket. Set MEDIA_BUCKET_URL and its keys as where the back-up was made.');
  if (media.place === 'here' && media.files > 0 && mediaBucket)
    throw refusal('The pictures of this back-up belong on the disk, not in a bucket. Restore it without MEDIA_BUCKET_URL.');
}

async function placeMedia(config: Config, folder: string, { media }: BackupManifest): Promise<void> {
  const source = mediaFolder(folder);
  const files = media.files === 0 ? [] : await readdir(source, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files.filter((file) => file.isFile())) {
    if (!isIntact(await readFile(join(parentPath, name)), name))
      throw refusal(`${join(parentPath, name)} is not as it was written. Use another back-up.`);
    const place = join(config.dataDir, 'media', parentPath.slice(source.length), name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await copyFile(join(parentPath, name), place, constants.COPYFILE_FICLONE);
  }
}

async function finish(ctx: Context, { createdAt }: BackupManifest): Promise<Omit<Restored, 'manifest'>> {
  const details = { backupAt: createdAt };
  await inTransaction(ctx, (tx) => recordAudit(tx, { accountId: null, action: 'service.restored', subjectId: 'publishing', details }));
  // The log is older than this machine's checkpoint, and the operator has accepted that.
  await adoptAudit(ctx);
  await inTransaction(ctx, repeatChallenges);
  await markUnknownAfterRestore(ctx);
  const connections = await ctx.em.find(Connection, { disconnectedAt: null });
  return { ...(await readRestoreState(ctx)), unreadableConnections: connections.filter((connection) => !opens(ctx, connection)).length };
}

/** Open challenges of endpoints are not in the backup. */
async function repeatChallenges(ctx: Context): Promise<void> {
  for (const endpoint of await ctx.em.find(WebhookEndpoint, { state: 'unproven' })) await queueChallenge(ctx, endpoint);
  await ctx.em.flush();
}

function opens(ctx: Context, connection: Connection): boolean {
  try {
    openCredentials(ctx, connection);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a backup's rows into an empty database, under the schema of the backup, and sets the restore lock:
 * all rows or none. Can be rerun after a crash.
 */
export async function loadBackup(url: string, folder: string, manifest: BackupManifest): Promise<void> {
  // There may be a pooler in front of it, as with the service itself.
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
    await continueAfterBackup(client, manifest);
    await client.query('update service_switches set restored_at = now(), backup_at = $1, doubted_at = null', [manifest.createdAt]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Whether the rows of this backup are loaded and the restore lock is still set: an earlier run ended after its commit.
 * Throws if others are.
 */
async function isLoaded(url: string, { createdAt }: BackupManifest): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign restore' });
  await client.connect();
  try {
    const { rows: columns } = await client.query(
      `select from information_schema.columns
       where table_schema = current_schema() and table_name = 'service_switches' and column_name = 'backup_at'`,
    );
    if (columns.length === 0) return false;
    const { rows } = await client.query('select from service_switches where restored_at is not null and backup_at = $1', [createdAt]);
    if (rows.length === 0 && (await isUsed(client))) throw notEmpty();
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

/** The order in which they ran depends on when each was released. */
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
 * The service continued after the backup. Readers have seen event numbers from then, so these are skipped: a reader that
 * continues from such a number misses nothing. Notices that were pending then have been sent by now.
 */
async function continueAfterBackup(client: pg.Client, { tables }: BackupManifest): Promise<void> {
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
