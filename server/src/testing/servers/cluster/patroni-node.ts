import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../proofs/fleet.ts';
import { freePort } from '../free-port.ts';
import { type ClusterPrograms, endProgram, startProgram } from './programs.ts';
import { type SlowLine, startSlowLine } from './slow-line.ts';

/** Seconds. Patroni's minimum TTL for a leader; the others so loop + 2 × retry fit into it. */
const TIMES = { ttl: 20, loop_wait: 1, retry_timeout: 5 };

const LAST_LINES = 25;

export interface ClusterPlan {
  programs: ClusterPrograms;
  folder: string;
  etcdPort: number;
  password: string;
  isSynchronous: boolean;
  /** How far the machines are from each other. */
  delayMs: number;
}

export interface PatroniNode {
  name: string;
  port: number;
  restPort: number;
  /** The way from the other machines to this one; clients have their own. */
  line: Pick<SlowLine, 'cut' | 'mend'>;
  start(): void;
  /** Kills Patroni and every process of its PostgreSQL at once, like a power failure. */
  kill(): Promise<void>;
  /** Freezes all of them, like a hanging machine, with all that they hold. */
  freeze(): Promise<void>;
  /** Continues them. */
  thaw(): Promise<void>;
  /** Throws its data away and takes the leader's. */
  renew(): Promise<void>;
  lastLines(): Promise<string>;
  /** For good. */
  close(): Promise<void>;
}

/**
 * One machine: Patroni, and the PostgreSQL that it starts. Others reach it through a slow connection, its clients
 * directly.
 */
export async function createPatroniNode(plan: ClusterPlan, name: string): Promise<PatroniNode> {
  const port = await freePort();
  const line = await startSlowLine(port, plan.delayMs);
  const restPort = await freePort();
  const file = join(plan.folder, `${name}.yml`);
  const logFile = join(plan.folder, `${name}.log`);
  const data = join(plan.folder, name);
  // JSON is YAML, which Patroni reads.
  await writeFile(file, JSON.stringify(settingsOf(plan, { name, port, line, restPort, data })), { mode: 0o644 });
  let child: ChildProcess | null = null;
  const processes = async (): Promise<number[]> => {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n').map(Number);
    // The file survives a kill, and its pid may have been reused.
    return pid && (await commandOf(pid)).includes(data) ? [pid, ...(await childrenOf(pid))] : [];
  };
  const kill = async (): Promise<void> => {
    const all = await processes();
    for (const each of [child?.pid ?? 0, ...all]) signal(each, 'SIGKILL');
    await endProgram(child);
    while ((await Promise.all(all.map(isThere))).includes(true)) await sleep(20);
  };
  const signalAll = async (name: NodeJS.Signals): Promise<void> => {
    for (const each of [child?.pid ?? 0, ...(await processes())]) signal(each, name);
  };
  return {
    name,
    port,
    restPort,
    line,
    start() {
      const log = openSync(logFile, 'a');
      child = startProgram(plan.programs.patroni, [file], {
        cwd: plan.folder,
        env: { ...process.env, HOME: plan.folder },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
    },
    kill,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async renew() {
      const order = { method: 'POST', body: JSON.stringify({ force: true }), headers: { 'content-type': 'application/json' } };
      // The member's later state shows whether the request arrived.
      await fetch(`http://127.0.0.1:${restPort}/reinitialize`, order).catch(() => null);
    },
    lastLines: async () => (await readFile(logFile, 'utf8')).split('\n').slice(-LAST_LINES).join('\n'),
    async close() {
      await kill();
      await line.close();
    },
  };
}

interface Machine {
  name: string;
  port: number;
  line: SlowLine;
  restPort: number;
  data: string;
}

function settingsOf({ programs, folder, etcdPort, password, isSynchronous }: ClusterPlan, { name, port, line, restPort, data }: Machine) {
  const rest = `127.0.0.1:${restPort}`;
  const user = (username: string) => ({ username, password });
  const parameters = {
    max_connections: 200,
    unix_socket_directories: '',
    shared_buffers: '32MB',
    max_wal_size: '256MB',
    wal_keep_size: '128MB',
  };
  return {
    scope: 'countersign',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // Without it commits do not wait while there is no standby, and are lost with their machine.
        ...(isSynchronous && { synchronous_mode: true, synchronous_mode_strict: true }),
        // Patroni's default is 1 MB: standbys that lag further do not take over, so nothing is lost, but there is no
        // leader until the old one is back.
        ...(!isSynchronous && { maximum_lag_on_failover: 64 * 1024 ** 2 }),
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { auth: 'scram-sha-256' }],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${line.port}`,
      data_dir: data,
      bin_dir: programs.postgres,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: user('postgres'), replication: user('replicator') },
      // A base backup starts at once, rather than with the next checkpoint, which may be minutes away.
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

const commandOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

/** A zombie process has no command line any more. */
const isThere = async (pid: number): Promise<boolean> => (await commandOf(pid)) !== '';
