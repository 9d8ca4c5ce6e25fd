import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Context } from '../context.ts';
import { keyCheckOf } from '../db/check-installation.ts';
import { unlessMissing } from '../media/disk-store.ts';
import { PROBE_ACCOUNT } from '../media/media-store.ts';
import { readKeyFile } from '../sealing/sealing-keys.ts';
import {
  BACKED_UP_TABLES,
  type BackupManifest,
  type BackupTable,
  keyFile,
  MANIFEST,
  mediaFolder,
  refusal,
  tableFile,
} from './backup-manifest.ts';

/** Media files are named by their hash; temporary files are in the same folder. */
const IS_PICTURE = /^[0-9a-f]{64}$/;

/**
 * Writes everything needed to restore the service elsewhere into a new folder, while it runs: all rows in one
 * snapshot, and the media files. The keys only with `withKeys`.
 */
export async function writeBackup(ctx: Context, { to, withKeys }: { to: string; withKeys: boolean }): Promise<BackupManifest> {
  const folder = resolve(to);
  if (await stat(folder).catch(() => null)) throw isThere(folder);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  // Each run has its own: two runs with the same name do not mix.
  const draft = await mkdtemp(`${folder}.unfinished-`);
  try {
    const manifest = await writeInto(ctx, draft, withKeys);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? isThere(folder) : error;
    });
    return manifest;
  } catch (error) {
    // It may contain keys.
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const isThere = (folder: string) => refusal(`${folder} is there already. Name a folder that is not.`);

async function writeInto(ctx: Context, folder: string, withKeys: boolean): Promise<BackupManifest> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const database = await writeTables(ctx, folder);
  // After the rows: a media file exists before its row.
  const media = await copyMedia(ctx, folder);
  if (withKeys) await writeKeys(ctx, folder);
  const manifest: BackupManifest = { format: 1, ...database, media, keyCheck: keyCheckOf(ctx.sealer), holdsKeys: withKeys };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

type Database = Pick<BackupManifest, 'createdAt' | 'migrations' | 'tables'>;

/** In one snapshot, on a separate connection: a large table takes longer than the time limit of a request. */
async function writeTables(ctx: Context, folder: string): Promise<Database> {
  const client = new pg.Client({
    connectionString: ctx.config.databaseDirectUrl ?? ctx.orm.config.get('clientUrl'),
    application_name: 'countersign backup',
  });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const {
      rows: [moment],
    } = await client.query<{ now: Date }>('select transaction_timestamp() as now');
    const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by id');
    const columns = await columnsOf(client);
    const tables: BackupTable[] = [];
    for (const name of BACKED_UP_TABLES) {
      // An earlier version has fewer.
      const known = columns.get(name);
      if (known) tables.push(await writeTable(client, folder, name, known));
    }
    await client.query('commit');
    return { createdAt: (moment?.now ?? new Date()).toISOString(), migrations: migrations.map(({ name }) => name), tables };
  } finally {
    await client.end();
  }
}

async function columnsOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns from information_schema.columns
     where table_schema = current_schema() and is_generated = 'NEVER' group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function writeTable(client: pg.Client, folder: string, name: string, columns: string[]): Promise<BackupTable> {
  const rows = client.query(copyTo(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) to stdout`));
  const hash = createHash('sha256');
  const hashed = new PassThrough();
  hashed.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(rows, createGzip(), hashed, createWriteStream(tableFile(folder, name), { mode: 0o600, flush: true }));
  return { name, columns, rows: rows.rowCount, sha256: hash.digest('hex') };
}

async function copyMedia({ config }: Context, folder: string): Promise<BackupManifest['media']> {
  if (config.mediaBucket) return { place: 'bucket', files: 0 };
  const source = join(config.dataDir, 'media');
  // Made with the first picture. A folder in it that cannot be read fails the backup, which would lack its pictures.
  const accounts = (await unlessMissing(readdir(source, { withFileTypes: true }))) ?? [];
  let files = 0;
  for (const account of accounts.filter((entry) => entry.isDirectory() && entry.name !== PROBE_ACCOUNT)) {
    // What is missing by now belonged to an account that is being erased.
    const entries = (await unlessMissing(readdir(join(source, account.name), { recursive: true, withFileTypes: true }))) ?? [];
    for (const { parentPath, name } of entries.filter((file) => file.isFile() && IS_PICTURE.test(file.name))) {
      const place = join(mediaFolder(folder), parentPath.slice(source.length), name);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const copied = copyFile(join(parentPath, name), place, constants.COPYFILE_FICLONE);
      if (await unlessMissing(copied.then(() => true))) files += 1;
    }
  }
  return { place: 'here', files };
}

async function writeKeys({ config }: Context, folder: string): Promise<void> {
  await mkdir(join(folder, 'keys'), { mode: 0o700 });
  const sealing = 'given' in config.sealingKeys ? config.sealingKeys.given : readKeyFile(config.sealingKeys.file);
  for (const [name, keys] of [
    ['master.key', [config.masterKey]],
    ['sealing.keys', sealing],
  ] as const) {
    if (keys.length === 0) continue;
    const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
    await writeFile(keyFile(folder, name), text, { mode: 0o600, flush: true });
  }
}
