import { access, type FileHandle, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { databaseUrl, joinDatabase, type Lease, tryLock } from './postgres-lease.ts';
import {
  type Launcher,
  lastLogLines,
  PATIENCE_MS,
  POLL_MS,
  readPostmaster,
  runProgram,
  startPostgres,
  stopPostgres,
} from './postgres-process.ts';
import {
  chooseFreePort,
  type DatabasePaths,
  databasePaths,
  newPassword,
  readSettings,
  writePostgresSettings,
} from './postgres-settings.ts';
import { chooseLauncher, handOver } from './postgres-user.ts';

async function clusterExists(paths: DatabasePaths): Promise<boolean> {
  try {
    await access(paths.cluster);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the cluster, with a new password; the caller holds the lock.
 *
 * initdb works in another folder, which becomes the cluster in one step at the very end. A crash before that leaves a
 * folder that the next attempt deletes, never half a cluster. initdb inherits the lock: if this process is killed, no
 * other starts over while it still writes.
 */
async function createCluster(
  paths: DatabasePaths,
  binaries: PostgresBinaries,
  launcher: Launcher,
  lock: FileHandle,
  durable: boolean,
): Promise<void> {
  await rm(paths.newCluster, { recursive: true, force: true });
  await mkdir(paths.newCluster, { mode: 0o700 });
  const password = newPassword();
  const passwordFile = join(paths.newCluster, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await handOver(passwordFile, launcher);
  await handOver(paths.newCluster, launcher);
  const folder = join(paths.newCluster, 'cluster');
  const args = [...INITDB_OPTIONS, `--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])];
  const { ok, output } = await runProgram(launcher, binaries.initdb, args, lock.fd);
  if (!ok) throw new Error(`The embedded database could not be created in ${paths.dataDir}: ${output.trim()}`);
  await writePostgresSettings(paths, { port: await chooseFreePort(0), password });
  await rename(folder, paths.cluster);
  await rm(paths.newCluster, { recursive: true, force: true });
}

/** The builtin locale provider sorts and folds case identically on every machine, before and after upgrades. */
const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

export interface EmbeddedDatabaseOptions {
  /** The folder of everything that belongs to the database; created if it does not exist. Default: `.data`. */
  readonly dataDir?: string;
  readonly log: (message: string) => void;
  /** Called at intervals while it is not ready. */
  readonly warn?: (message: string) => void;
  /** False trades crash safety for speed: for tests with temporary folders. Default: true. */
  readonly durable?: boolean;
  /** Called when its process is running, before it is ready. */
  readonly launched?: (() => void) | undefined;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /**
   * Takes one of the slots for long-running processes, until `close` or the end of this process. False if
   * none is left.
   */
  takePlace(): Promise<boolean>;
  /** Stops the database, unless others are still connected. Close your own connections first. */
  close(): Promise<void>;
}

/** PostgreSQL recovers from a crashed backend faster than this. */
const REJOIN_MS = 5_000;

interface Context {
  readonly paths: DatabasePaths;
  readonly log: (message: string) => void;
  readonly warn: (message: string) => void;
  readonly durable: boolean;
  readonly launched: () => void;
}

/** Joins the database of the folder; starts it if it is not running, and creates it if it does not exist. */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir ?? '.data');
  await mkdir(dataDir, { recursive: true });
  const paths = databasePaths(await realpath(dataDir));
  const { log, warn = log, durable = true, launched = () => {} } = options;
  const context = { paths, log, warn, durable, launched };
  const lease = await joinOrStart(context);
  let closing: Promise<void> | undefined;
  return {
    url: lease.url,
    takePlace: lease.takePlace,
    close: async () => (closing ??= close(lease, context)),
  };
}

/**
 * The process that gets the lock knows that no process of this database is alive, and starts it; the others
 * wait for the one that is running, starting or stopping. So every race ends in another round, and no process
 * is ever judged by its id or age.
 */
async function joinOrStart(context: Context): Promise<Lease> {
  let deadline = Date.now() + PATIENCE_MS;
  let hasStarted = false;
  for (;;) {
    const lock = await tryLock(context.paths.lock);
    if (lock !== undefined) {
      await startLocked(context, lock);
      if (!hasStarted) deadline = Date.now() + PATIENCE_MS;
      hasStarted = true;
    }
    // Another process has started it, and waits for it without a limit.
    if (lock === undefined && (await readPostmaster(context.paths))?.starting) deadline = Date.now() + PATIENCE_MS;
    const lease = await tryToJoin(context.paths, Date.now() > deadline);
    if (lease !== undefined) {
      if (lock === undefined) context.log('The embedded database is already running and is shared.');
      return lease;
    }
    await pause(POLL_MS);
  }
}

async function startLocked(context: Context, lock: FileHandle): Promise<void> {
  const { paths, log, durable } = context;
  try {
    const binaries = await findPostgresBinaries();
    const launcher = await chooseLauncher(paths, binaries);
    if (!(await clusterExists(paths))) {
      log(`Creating the embedded database in ${paths.cluster} ...`);
      await createCluster(paths, binaries, launcher, lock, durable);
    }
    await startPostgres(paths, binaries, launcher, lock, context);
    log(`Started the embedded database in ${paths.cluster}.`);
  } finally {
    // postgres has inherited the lock by now, so closing our descriptor does not release it, unless the start failed.
    await lock.close();
  }
}

/** Undefined while the database is not ready, or if it was stopped meanwhile; rejects instead on the last attempt. */
async function tryToJoin(paths: DatabasePaths, isLastTry: boolean): Promise<Lease | undefined> {
  try {
    const running = await readPostmaster(paths);
    if (running?.ready !== true) throw new Error('another process holds its lock, but no server is ready');
    const { password } = await readSettings(paths);
    return await joinDatabase(databaseUrl(running.port, password));
  } catch (cause) {
    if (!isLastTry) return undefined;
    throw new Error(
      `The embedded database in ${paths.cluster} could not be reached within ${PATIENCE_MS / 1000} seconds ` +
        `(${cause instanceof Error ? cause.message : String(cause)}). ${await lastLogLines(paths)}`,
      { cause },
    );
  }
}

/**
 * A lost connection does not mean that the database is gone: when one backend crashes, postgres drops all
 * connections and recovers after a moment. In that case this joins once more, to shut down cleanly.
 */
async function close(lease: Lease, { paths, log }: Context): Promise<void> {
  let current: Lease | undefined = lease;
  try {
    let isLast = await lease.leave().catch(() => undefined);
    if (isLast === undefined) {
      await lease.end();
      current = await joinAgain(paths);
      isLast = await current?.leave();
    }
    if (isLast === true) await stopPostgres(paths);
    log(closingMessage(isLast));
  } finally {
    await current?.end();
  }
}

/** Undefined if no process of the database is alive, or it accepts no connection within this time. */
async function joinAgain(paths: DatabasePaths): Promise<Lease | undefined> {
  const deadline = Date.now() + REJOIN_MS;
  for (;;) {
    const lease = await tryToJoin(paths, false);
    if (lease !== undefined || Date.now() > deadline) return lease;
    const lock = await tryLock(paths.lock);
    await lock?.close();
    if (lock !== undefined) return undefined;
    await pause(POLL_MS);
  }
}

function closingMessage(isLast: boolean | undefined): string {
  if (isLast === undefined) return 'The embedded database is no longer running.';
  return isLast ? 'Stopped the embedded database.' : 'The embedded database stays running: others are connected to it.';
}
