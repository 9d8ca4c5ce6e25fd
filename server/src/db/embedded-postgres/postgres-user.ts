import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type Launcher, runProgram, type UserIds } from './postgres-process.ts';
import type { DatabasePaths } from './postgres-settings.ts';

const UNPRIVILEGED: UserIds = { uid: 65534, gid: 65534 };

/**
 * Chooses the user that PostgreSQL's programs run as. Normally ours. PostgreSQL refuses to run as root, so root
 * starts them as the owner of the cluster, or for a new one as the user `postgres` if there is one, otherwise as
 * `nobody`.
 */
export async function chooseLauncher(paths: DatabasePaths, binaries: PostgresBinaries): Promise<Launcher> {
  const ownUid = process.getuid?.();
  const owner = await ownerOf(paths.cluster);
  if (ownUid !== 0) {
    if (owner !== undefined && ownUid !== undefined && owner.uid !== ownUid) {
      throw new Error(
        `The database folder ${paths.cluster} belongs to the user with id ${owner.uid}, but this process runs with ` +
          `id ${ownUid}: run it as that user, or as root.`,
      );
    }
    return { prefix: [] };
  }
  if (owner !== undefined && owner.uid !== 0) return launcherFor(owner, paths, binaries);
  const user = await findUnprivilegedUser();
  if (owner !== undefined) await changeOwner(paths.cluster, user);
  return launcherFor(user, paths, binaries);
}

/** Makes the user of PostgreSQL's programs own the folder. */
export async function handOver(path: string, launcher: Launcher): Promise<void> {
  if (launcher.user !== undefined) await chown(path, launcher.user.uid, launcher.user.gid);
}

/**
 * The ways to switch to the user, in order of preference. A user without access to the folders above the
 * programs or the data (/root/app, where /root has mode 0700) needs a capability for it: dac_read_search is
 * enough and the smaller one, but containers usually have only dac_override. postgres also calls access(2) on
 * its program, which ignores capabilities of a user other than root, except with the secure bit
 * no_setuid_fixup.
 */
function launchersFor(user: UserIds): Launcher[] {
  const withCapability = (capability: string): Launcher => ({
    prefix: [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--securebits=+no_setuid_fixup',
    ],
    user,
  });
  return [{ prefix: [], user }, withCapability('dac_read_search'), withCapability('dac_override')];
}

/** Actually tries each way instead of computing permissions: what matters is that the programs work. */
async function launcherFor(user: UserIds, paths: DatabasePaths, binaries: PostgresBinaries): Promise<Launcher> {
  for (const launcher of launchersFor(user)) {
    const script = 'cd "$1" && exec "$2" --show --pgdata=unused';
    const { ok } = await runProgram(launcher, '/bin/sh', ['-c', script, 'sh', paths.dataDir, binaries.initdb]);
    if (ok) return launcher;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user with id ${user.uid}, as whom it would run instead, cannot reach ` +
      `${paths.dataDir} or ${binaries.postgres}: put both into folders that every user may enter (DATA_DIR sets the ` +
      'first), or install setpriv (package util-linux), or do not run this as root.',
  );
}

async function ownerOf(path: string): Promise<UserIds | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch {
    return undefined;
  }
}

async function findUnprivilegedUser(): Promise<UserIds> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith('postgres:'))?.split(':') ?? [];
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : UNPRIVILEGED;
}

/** A cluster owned by root was copied or restored by root: postgres must own all of it. */
async function changeOwner(folder: string, user: UserIds): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    await lchown(join(folder, name), user.uid, user.gid);
  }
}
