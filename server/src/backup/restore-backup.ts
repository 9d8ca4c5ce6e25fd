import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createApp, ownContext } from '../app.ts';
import { adoptAudit } from '../audit/adopt-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type Config, dataDirOf, type Environment, loadConfig } from '../config/config.ts';
import { Connection } from '../connections/connection.entity.ts';
import { openCredentials } from '../connections/open-credentials.ts';
import type { Context } from '../context.ts';
import { keyCheckOf } from '../db/check-installation.ts';
import { openDatabase } from '../db/open-database.ts';
import { inTransaction } from '../db/transaction.ts';
import { createLog } from '../log.ts';
import { isIntact } from '../media/is-intact.ts';
import { doubtUnsent } from '../publishing/reconciliation/doubt-unsent.ts';
import { type RestoreState, readRestoreState } from '../publishing/reconciliation/release-restore.ts';
import { createSealer } from '../sealing/sealer.ts';
import { queueChallenge } from '../webhooks/queue-message.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { type BackupManifest, keyFile, mediaFolder, readManifest, refusal } from './backup-manifest.ts';
import { isLoaded, loadBackup } from './load-backup.ts';

export interface Restored extends RestoreState {
  manifest: BackupManifest;
  /** Connections whose credentials cannot be decrypted: a sealing key is missing. */
  unreadableConnections: number;
}

/**
 * Restores a backup into an empty DATA_DIR, or into an empty database that DATABASE_URL names. The restored service
 * stays locked until the operator releases it; publications that may have been sent since the backup are checked with
 * the platform first. Can be repeated until the release, wherever an earlier run stopped.
 */
export async function restoreBackup(env: Environment, from: string): Promise<Restored> {
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  await placeKeys(env, folder, manifest);
  const config = loadConfig({ ...env, LOG_LEVEL: 'silent', ROLE: 'web' });
  if (keyCheckOf(createSealer(config.masterKey)) !== manifest.keyCheck)
    throw refusal(`The master key that is set here is not the one of the back-up. ${WHERE_THE_KEY_GOES}`);
  checkMediaPlace(config, manifest);
  // Before the rows, as when they were created: a row's media file always exists.
  await placeMedia(config, folder, manifest);
  const database = await openDatabase(config, createLog(config));
  try {
    const { directUrl } = database;
    if (!(await isLoaded(directUrl, manifest))) await loadBackup(directUrl, folder, manifest);
  } finally {
    await database.close();
  }
  const app = await createApp(config);
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
  const restored = { accountId: null, action: 'service.restored', subjectId: 'publishing', details: { backupAt: createdAt } };
  await inTransaction(ctx, (tx) => recordAudit(tx, restored));
  // The log is older than this machine's checkpoint, and the operator knows why.
  await adoptAudit(ctx);
  await inTransaction(ctx, challengeAnew);
  await doubtUnsent(ctx);
  const connections = await ctx.em.find(Connection, { disconnectedAt: null });
  return { ...(await readRestoreState(ctx)), unreadableConnections: connections.filter((connection) => !opens(ctx, connection)).length };
}

/** Open challenges of endpoints are not in the backup. */
async function challengeAnew(ctx: Context): Promise<void> {
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
