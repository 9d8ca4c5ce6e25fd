import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { learnOutput, learnSecret } from './known-secrets.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The pinned runtime itself: a signal to it reaches the server and not a shell around it. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

/** The platforms and pages of the journeys are on loopback, which an operator has to open; what one process compiled, the next need not. */
const SETTINGS = {
  OUTBOUND_PRIVATE_ADDRESSES: '127.0.0.1:*,localhost:*',
  NODE_COMPILE_CACHE: join(ROOT, 'test-results', 'compile-cache'),
};

export interface RunningServer {
  url: string;
  dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** The first start's one-time link. */
  setupLink(): string;
  child: ChildProcess;
  /** Ends it by the given signal and resolves with its exit code; null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}

/** Starts the built server as `npm start` does, and resolves when it answers. */
export async function startServer({ dataDir, port, env }: StartOptions): Promise<RunningServer> {
  const chosenPort = port ?? (await freePort());
  const child = spawn(NODE, [join(ROOT, 'server', 'dist', 'main.js')], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS, PORT: String(chosenPort), DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const url = `http://localhost:${chosenPort}`;
  await untilReady(child, () => output);
  learnOutput(() => output);
  return {
    url,
    dataDir,
    child,
    output: () => output,
    setupLink: () => learnLink(/http\S+\/setup#token=\S+/.exec(output)?.[0] ?? fail(`No set-up link in:\n${output}`)),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

function learnLink(link: string): string {
  learnSecret({ name: 'set-up link', value: link.split('#token=')[1] ?? '', isPrinted: true });
  return link;
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) fail(`The server ended with ${child.exitCode}:\n${output()}`);
    // The last line of a start, for web and worker alike.
    if (/^Countersign (is at|publishes)/m.test(output())) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  fail(`The server was not ready within 30 seconds:\n${output()}`);
}

function fail(message: string): never {
  throw new Error(message);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : fail('No free port.');
}

/** A folder of its own for a server's data; gone when `remove` is called. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the operator's command line on a data folder, beside its running server or alone. */
export async function runCli(dataDir: string, args: string[], env: Record<string, string> = {}): Promise<CliResult> {
  const child = spawn(NODE, [join(ROOT, 'server', 'dist', 'cli', 'main.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (result.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (result.stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, ...result };
}

/** The JSON object that a command of the CLI prints; fails with its problem when it did not succeed. */
export async function cli(dataDir: string, ...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCli(dataDir, [...args, '--json']);
  if (code !== 0) fail(`cs ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Writes a file that only its owner may read, for instance a password for the CLI. */
export async function secretFile(dataDir: string, name: string, content: string): Promise<string> {
  learnSecret({ name: `file ${name}`, value: content.trim() });
  const path = join(dataDir, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
}
