import { access, type FileHandle, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type Launcher, runProgram } from './postgres-process.ts';
import { chooseFreePort, type DatabasePaths, newPassword, writeSettings } from './postgres-settings.ts';
import { handOver } from './postgres-user.ts';

export async function clusterExists(paths: DatabasePaths): Promise<boolean> {
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
export async function createCluster(
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
  await writeSettings(paths, { port: await chooseFreePort(0), password });
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
