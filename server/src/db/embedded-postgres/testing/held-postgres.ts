import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface Holder {
  readonly pid: number;
  readonly child: ChildProcess;
  /** The next line that the process prints: first the URL or an error message, then "closed". */
  nextLine(): Promise<string>;
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts another process that opens the database; in a process group of its own. */
export function startHolder(dataDir: string, env: NodeJS.ProcessEnv = {}): Holder {
  const script = join(import.meta.dirname, 'embedded-postgres-holder.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataDir], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  return {
    pid: child.pid ?? 0,
    child,
    nextLine,
    close: async () => {
      child.stdin.end();
      const line = await nextLine();
      if (line !== 'closed') throw new Error(`The holder did not close: ${line}`);
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const folders: string[] = [];

export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, mode);
  folders.push(folder);
  return join(folder, 'data');
}

/** Stops whatever a failed test left running, and removes all folders. */
export async function removeTemporaryFolders(): Promise<void> {
  for (const folder of folders.splice(0)) {
    const pid = await postmasterPid(join(folder, 'data'));
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    await until(async () => (await postmasterPid(join(folder, 'data'))) === undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The process id of the running server of this folder; Linux only, like these tests. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && commandLine(pid).includes(`${dataDir}/postgres\0`) ? pid : undefined;
}

export async function runningPid(dataDir: string): Promise<number> {
  const pid = await postmasterPid(dataDir);
  if (pid === undefined) throw new Error('postgres is not running');
  return pid;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Polls a condition; fails after ten seconds. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not so within ten seconds: ${condition.toString()}`);
    await pause(20);
  }
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}
