import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openEmbeddedDatabase } from '../../db/embedded-postgres/embedded-postgres.ts';
import { findPostgresBinaries } from '../../db/embedded-postgres/postgres-binaries.ts';
import { commandFor, identityOf, MOST_CONNECTIONS, programEnvironment } from '../../db/embedded-postgres/postgres-process.ts';
import { databasePaths } from '../../db/embedded-postgres/postgres-settings.ts';
import { chooseLauncher } from '../../db/embedded-postgres/postgres-user.ts';
import { freePort } from './free-port.ts';

export interface Pair {
  /** The database itself. */
  url: string;
  /** Its standby, by PostgreSQL's streaming replication. */
  standbyUrl: string;
  /** Pauses replay on the standby. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** The standby dies; it is not started again. */
  killStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** A real database on disk and a real standby of it. */
export async function startPair(): Promise<Pair> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-pair-')));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const paths = { first: databasePaths(first), second: databasePaths(second) };
  // Created once and stopped: a copy of a stopped database is a base backup.
  await (await openEmbeddedDatabase({ dataDir: first, log: () => {} })).close();
  await cp(first, second, { recursive: true, preserveTimestamps: true });
  const database = await openEmbeddedDatabase({ dataDir: first, log: () => {} });
  const standby = await startStandby(database.url, paths.second);
  const ask = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: standby.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const killStandby = async (): Promise<void> => {
    if (standby.child.exitCode !== null || standby.child.signalCode !== null) return;
    standby.child.kill('SIGQUIT');
    await once(standby.child, 'exit');
  };
  return {
    url: database.url,
    standbyUrl: standby.url,
    freeze: () => ask('select pg_wal_replay_pause()'),
    thaw: () => ask('select pg_wal_replay_resume()'),
    killStandby,
    async stop() {
      await killStandby();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startStandby(primary: string, paths: ReturnType<typeof databasePaths>): Promise<{ url: string; child: ChildProcess }> {
  const binaries = await findPostgresBinaries();
  const { hostname, port, username, password } = new URL(primary);
  await writeFile(join(paths.cluster, 'standby.signal'), '');
  await appendFile(
    join(paths.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}'\n`,
  );
  const launcher = await chooseLauncher(paths, binaries);
  const own = await freePort();
  const options = ['-D', paths.cluster, '-p', String(own), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const [command, args] = commandFor(launcher, binaries.postgres, [...options, '-c', `max_connections=${MOST_CONNECTIONS}`]);
  const child = spawn(command, args, {
    ...identityOf(launcher),
    cwd: paths.dataDir,
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilItAnswers(child);
  const url = new URL(primary);
  url.port = String(own);
  return { url: url.href, child };
}

/** By its log: from then on it accepts queries. */
function untilItAnswers(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept read-only connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The standby has not started: ${said}`)));
  });
}
