import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Not available from npm: the machine must have Debian's package `pgbouncer`. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);

export const HAS_POOLER = PROGRAM !== undefined;
export const NO_POOLER = 'There is no PgBouncer on this machine (Debian: pgbouncer).';

export interface Pooler {
  /** The same database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/**
 * A real PgBouncer for the database of `url`, in transaction mode with defaults otherwise. Server connections are
 * used in rotation, so session state left on one is never seen by the next transaction.
 */
export async function startPooler(url: string, settings: Record<string, string | number> = {}): Promise<Pooler> {
  if (!PROGRAM) throw new Error(NO_POOLER);
  const { hostname, port, username, password } = new URL(url);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pooler-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    server_round_robin: 1,
    max_client_conn: 500,
    ...settings,
  };
  const target = `* = host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, `[databases]\n${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const asWhom = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, [...asWhom, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await untilItListens(child);
  const through = new URL(url);
  through.port = String(own);
  return {
    url: through.href,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(child: ChildProcess): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
    if (/process up/.test(said)) resolve();
  });
  child.on('exit', () => reject(new Error(`PgBouncer has ended: ${said}`)));
  await promise;
  child.removeAllListeners('exit');
}
