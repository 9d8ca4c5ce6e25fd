import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { chooseFreePort, type DatabasePaths, readSettings, writePostgresSettings } from './postgres-settings.ts';

export const PATIENCE_MS = 60_000;
export const POLL_MS = 50;
const WARN_EVERY_MS = 30_000;

/** Only a port that is taken between our check and postgres' own justifies another attempt. */
const START_ATTEMPTS = 3;

/** The running process as described by postgres itself, in `postmaster.pid`. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly starting: boolean;
  readonly ready: boolean;
}

export async function readPostmaster(paths: DatabasePaths): Promise<Postmaster | undefined> {
  const text = await readFile(join(paths.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const state = lines[7]?.trim();
  return { pid, port: Number(lines[3]), starting: state === 'starting', ready: state === 'ready' };
}

/** The end of the server's log, for error messages. */
export async function lastLogLines(paths: DatabasePaths): Promise<string> {
  const text = await readFile(paths.log, 'utf8').catch(() => '');
  return `The last lines of ${paths.log}:\n${text.trimEnd().split('\n').slice(-12).join('\n')}`;
}

/**
 * Starts postgres on the existing cluster, calls `launched` when it runs, and waits until it is ready; the
 * caller holds the lock.
 */
export async function startPostgres(
  paths: DatabasePaths,
  binaries: PostgresBinaries,
  launcher: Launcher,
  lock: FileHandle,
  { durable, launched, warn }: { durable: boolean; launched: () => void; warn: (message: string) => void },
): Promise<void> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const settings = await readSettings(paths);
    const port = await chooseFreePort(settings.port);
    if (port !== settings.port) await writePostgresSettings(paths, { ...settings, port });
    const args = ['-D', paths.cluster, '-p', String(port), ...serverOptions(durable)];
    const started = await spawnPostgres(paths, commandFor(launcher, binaries.postgres, args), launcher, lock);
    launched();
    if (await becomesReady(paths, started, warn)) return;
  }
  throw new Error(`The embedded database in ${paths.cluster} does not start. ${await lastLogLines(paths)}`);
}

/**
 * postgres outlives this process until it is stopped: in its own session it gets no Ctrl-C of our terminal,
 * its output goes to a file, and it holds the lock (see `tryLock`).
 */
async function spawnPostgres(
  paths: DatabasePaths,
  [command, args]: [string, string[]],
  launcher: Launcher,
  lock: FileHandle,
): Promise<StartedProcess> {
  const log = await open(paths.log, 'a', 0o600);
  try {
    const child = spawn(command, args, {
      ...identityOf(launcher),
      cwd: paths.dataDir,
      env: programEnvironment(await staleProcessHint(paths)),
      detached: true,
      stdio: ['ignore', log.fd, log.fd, lock.fd],
    });
    child.unref();
    return watch(child);
  } finally {
    await log.close();
  }
}

/**
 * After a power loss `postmaster.pid` names a process that is gone or is now another program: postgres then
 * takes that for itself and refuses to start. Holding the lock proves otherwise. Deleting the file would also
 * drop postgres' own check for left-over shared memory, so postgres is instructed to ignore this one process
 * id, as pg_ctl does with its own parent.
 */
async function staleProcessHint(paths: DatabasePaths): Promise<Record<string, string>> {
  const stale = await readPostmaster(paths);
  return stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale.pid) };
}

interface StartedProcess {
  readonly pid: number | undefined;
  hasEnded(): boolean;
}

/** Listens before anything is awaited; otherwise an early exit would go unnoticed. */
function watch(child: ChildProcess): StartedProcess {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  child.once('error', end);
  child.once('exit', end);
  return { pid: child.pid, hasEnded: () => ended };
}

/**
 * False if the process exited instead. After a crash it may recover for longer than any limit: if this process gave up, its
 * supervisor would end the database too, which would begin again.
 */
async function becomesReady(paths: DatabasePaths, started: StartedProcess, warn: (message: string) => void): Promise<boolean> {
  let warnAt = Date.now() + WARN_EVERY_MS;
  while (!started.hasEnded()) {
    const postmaster = await readPostmaster(paths);
    if (postmaster?.ready === true && postmaster.pid === started.pid) return true;
    if (Date.now() >= warnAt) {
      warnAt = Date.now() + WARN_EVERY_MS;
      warn(`The embedded database in ${paths.cluster} is not ready yet. After a crash it must recover; ${paths.log} says how far it is.`);
    }
    await pause(POLL_MS);
  }
  return false;
}

/** Stops it in fast mode: open transactions are rolled back. Resolves when the process has released its files. */
export async function stopPostgres(paths: DatabasePaths): Promise<void> {
  const running = await readPostmaster(paths);
  if (running === undefined) return;
  const deadline = Date.now() + PATIENCE_MS;
  let isAlive = signal(running.pid, 'SIGINT');
  while (isAlive && (await readPostmaster(paths))?.pid === running.pid) {
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded database in ${paths.cluster} did not stop within ${PATIENCE_MS / 1000} seconds. ${await lastLogLines(paths)}`,
      );
    }
    await pause(POLL_MS / 2);
    isAlive = signal(running.pid, 0);
  }
}

/** False if there is no such process. */
function signal(pid: number, name: 'SIGINT' | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Enough for seven processes of the service with 51 each, and some commands; an unused one costs next to
 * nothing.
 */
export const MOST_CONNECTIONS = 380;

function serverOptions(durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    // Statements contain customers' text, and so do details, which the service's database omits itself: the
    // details of a
    // failed start explain it.
    log_min_error_statement: 'panic',
    max_connections: MOST_CONNECTIONS,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** How a program is started, possibly as another user; `prefix` is a command that switches to that user. */
export interface Launcher {
  readonly prefix: readonly string[];
  readonly user?: UserIds;
}

interface ProgramResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * The environment of PostgreSQL's programs: nothing of ours leaks into the database server, messages are
 * English, and a new cluster's time zone is UTC.
 */
export function programEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}

/** Splits a command into the arguments of `spawn`, with the launcher's prefix. */
export function commandFor(launcher: Launcher, program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...launcher.prefix, program, ...args];
  return [first, rest];
}

/** The user that `spawn` itself must become. */
export function identityOf(launcher: Launcher): Partial<UserIds> {
  return launcher.prefix.length === 0 ? (launcher.user ?? {}) : {};
}

/** Runs a program to its end. Never rejects: a program that cannot be started counts as failed. */
export async function runProgram(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  inheritedFd?: number,
): Promise<ProgramResult> {
  const [command, commandArgs] = commandFor(launcher, program, args);
  const child = spawn(command, commandArgs, {
    ...identityOf(launcher),
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', ...(inheritedFd === undefined ? [] : [inheritedFd])],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
