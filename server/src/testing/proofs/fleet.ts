import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../db/orm.ts';
import { freePort } from '../servers/free-port.ts';
import { LOOPBACK } from '../test-outbound.ts';

const DIST = join(import.meta.dirname, '..', '..', '..', 'dist');

export interface Program {
  role: 'web' | 'worker';
  url: string;
  isRunning(): boolean;
  pid(): number;
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Freezes it with everything it holds, for this long; a process killed meanwhile stays dead. */
  freeze(forMs: number): Promise<void>;
}

/**
 * The built service as separate processes with one embedded database on disk, as an operator runs it: some web, some
 * workers; the first to notice restarts a database that died.
 */
export interface Fleet {
  programs: Program[];
  orm: MikroORM;
  /** The operator's command line. */
  cs(...args: string[]): Promise<Record<string, unknown>>;
  /** Stops PostgreSQL at once, without a clean shutdown (`pg_ctl stop -m immediate`). */
  stopDatabase(): Promise<void>;
  /** Freezes every process of PostgreSQL for this long: connections stay open, without responses. */
  hangDatabase(forMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  web: number;
  workers: number;
  /** Another entry than the service's own, below `dist/`. */
  webEntry?: string;
  /** Further settings, such as a DATABASE_URL: nothing is embedded then. */
  env?: NodeJS.ProcessEnv;
}

export async function startFleet({ web, workers, webEntry = 'main.js', env: more = {} }: FleetOptions): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-fleet-'));
  await chmod(dataDir, 0o755);
  const own = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', OUTBOUND_PRIVATE_ADDRESSES: LOOPBACK.join() };
  const env: NodeJS.ProcessEnv = { ...process.env, ...own, ...more };
  const programs: Program[] = [];
  for (let index = 0; index < web; index += 1) programs.push(createProgram('web', webEntry, { ...env, PORT: String(await freePort()) }));
  for (let index = 0; index < workers; index += 1)
    programs.push(createProgram('worker', 'main.js', { ...env, PORT: '0', HEALTH_PORT: String(await freePort()) }));
  for (const program of programs) await program.start();
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await databaseUrl(dataDir));
  const orm = createOrm({ url, applicationName: 'countersign-proof', poolSize: 4 });
  return {
    programs,
    orm,
    async cs(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [join(DIST, 'cli', 'main.js'), ...args], { env });
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    async stopDatabase() {
      const pid = await postmasterOf(dataDir);
      if (pid > 0) process.kill(pid, 'SIGQUIT');
    },
    async hangDatabase(forMs) {
      const pid = await postmasterOf(dataDir);
      if (pid === 0) return;
      const all = [pid, ...(await childrenOf(pid))];
      for (const each of all) signal(each, 'SIGSTOP');
      await sleep(forMs);
      for (const each of all) signal(each, 'SIGCONT');
    },
    async close() {
      await orm.close();
      await Promise.all(programs.map((program) => program.kill()));
      const pid = await postmasterOf(dataDir);
      if (pid > 0) process.kill(pid, 'SIGQUIT');
      await sleep(500);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function postmasterOf(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Math.max(0, Number(pid) || 0);
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text
    .split(' ')
    .map(Number)
    .filter((child) => child > 0);
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function createProgram(role: Program['role'], entry: string, env: NodeJS.ProcessEnv): Program {
  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    role,
    url: `http://127.0.0.1:${env.HEALTH_PORT ?? env.PORT}`,
    isRunning,
    pid: () => child?.pid ?? 0,
    async start() {
      // As a service manager does: a start that finds no database is tried again.
      while (!isRunning()) {
        const started = spawn(process.execPath, [join(DIST, entry)], { env: { ROLE: role, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
        child = started;
        await new Promise<void>((resolve) => {
          started.stdout.on('data', (chunk) => String(chunk).includes('Countersign ') && resolve());
          started.on('exit', () => resolve());
        });
      }
    },
    async kill() {
      if (!child || !isRunning()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async freeze(forMs) {
      child?.kill('SIGSTOP');
      await sleep(forMs);
      child?.kill('SIGCONT');
    },
  };
}

async function databaseUrl(dataDir: string): Promise<string> {
  const { openEmbeddedDatabase } = await import('../../db/embedded-postgres/embedded-postgres.ts');
  const database = await openEmbeddedDatabase({ dataDir, log: () => {} });
  const { url } = database;
  await database.close();
  return url;
}

export interface FleetAgent {
  name: string;
  accountId: string;
  workspaceId: string;
  /** Where it posts. */
  platform: string;
  key: string;
}

/** The connected account of an agent's workspace. */
export interface FleetAccount {
  platform: string;
  credentials: object;
}

const SANDBOX: FleetAccount = { platform: 'sandbox', credentials: {} };

/** An account whose agent publishes to the sandbox, or elsewhere, automatically, with enough credits. */
export async function letFleetAgentIn(
  fleet: Fleet,
  topUps: number,
  name = 'ada',
  { platform, credentials }: FleetAccount = SANDBOX,
): Promise<FleetAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-fleet-agent-'));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const password = await file('password', 'a password for the proof');
  const entered = await file('account.json', JSON.stringify(credentials));
  const { account_id, workspace_id } = await fleet.cs(
    ...['account', 'create', '--name', 'Harbour', '--owner-email', `${name}@example.org`, '--owner-password-file', password, '--approve'],
  );
  const accountId = String(account_id);
  const workspaceId = String(workspace_id);
  await fleet.orm.em.fork().execute('update workspaces set allows_auto = true where id = ?', [workspaceId]);
  await fleet.cs('credits', 'add', '--account', accountId, '--product', 'api_autoposting_topup', '--quantity', String(topUps));
  await fleet.cs('connection', 'add', '--workspace', workspaceId, '--platform', platform, '--credentials-file', entered);
  const scopes = 'drafts:write,captions:write,payloads:write,jobs:write,read,publish:auto';
  const keyFile = join(folder, 'agent.key');
  await fleet.cs('grant', 'create', '--workspace', workspaceId, '--agent-name', 'Herald', '--scopes', scopes, '--key-file', keyFile);
  const key = (await readFile(keyFile, 'utf8')).trim();
  await rm(folder, { recursive: true, force: true });
  return { name, accountId, workspaceId, platform, key };
}
