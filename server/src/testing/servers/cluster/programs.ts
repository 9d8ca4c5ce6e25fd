import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Not available from npm: the machine must have Debian's packages of these names. */
const find = (name: string, ...says: string[]): string | undefined =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => spawnSync(path, says).status === 0);

/** Where a machine's own PostgreSQL has its programs, newest first. */
function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
    return versions
      .map((version) => join(root, version, 'bin'))
      .find((bin) => spawnSync(join(bin, 'pg_rewind'), ['--version']).status === 0);
  } catch {
    return undefined;
  }
}

export interface ClusterPrograms {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's. */
  postgres: string;
}

/** Null, and the proof is skipped, where one of them is missing. */
export function findClusterPrograms(): ClusterPrograms | null {
  const [etcd, patroni, haproxy, postgres] = [
    find('etcd', '--version'),
    find('patroni', '--version'),
    find('haproxy', '-v'),
    findPostgres(),
  ];
  return etcd && patroni && haproxy && postgres ? { etcd, patroni, haproxy, postgres } : null;
}

const NOBODY = 65_534;

/** PostgreSQL refuses to run as root; as root, all programs run as the user `nobody`. */
export const OWNER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export function startProgram(path: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(path, args, { stdio: 'ignore', ...OWNER, ...options });
}

export async function endProgram(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
