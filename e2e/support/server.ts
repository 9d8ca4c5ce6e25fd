import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/testing/servers/free-port.ts';
import { learnOutput, learnSecret } from './known-secrets.ts';
import { databaseSettings } from './shared-database.ts';
import { NODE, ROOT, SETTINGS } from './toolchain.ts';

export { cli, runCli } from './cli.ts';
export { NODE, ROOT };

export interface RunningServer {
  url: string;
  dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** The first start's one-time link. */
  setupLink(): string;
  child: ChildProcess;
  /** Stops it by the given signal and resolves with its exit code; null if the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
}

/** Starts the built server like `npm start`, and resolves when it responds. */
export async function startServer({ dataDir, port, env }: StartOptions): Promise<RunningServer> {
  const chosenPort = port ?? (await freePort());
  const child = spawn(NODE, [join(ROOT, 'server', 'dist', 'main.js')], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...SETTINGS,
      PORT: String(chosenPort),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      // The specs publish to the sandbox, also those of credits.
      SANDBOX_CREDITS: 'count',
      ...databaseSettings(dataDir),
      ...env,
    },
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
    setupLink: () => learnLink(/http\S+\/setup#token=[\w-]+/.exec(output)?.[0] ?? fail(`No set-up link in:\n${output}`)),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

/** Runs a second worker while waiting for a task that runs once a minute: a worker runs its tasks at start. */
export async function underAnotherLook(dataDir: string, seen: () => Promise<void>): Promise<void> {
  const worker = await startServer({ dataDir, env: { ROLE: 'worker' } });
  try {
    await seen();
  } finally {
    await worker.stop();
  }
}

const SILENCE_MS = 60_000;

function learnLink(link: string): string {
  learnSecret({ name: 'set-up link', value: link.split('#token=')[1] ?? '', isPrinted: true });
  return link;
}

/** As long as it takes on a machine that has much to do; an end is one that exits or falls silent. */
async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  let printed = '';
  let since = Date.now();
  // The last line of a start, for web and worker alike.
  while (!/Countersign (is at|publishes)/.test(output())) {
    if (child.exitCode !== null) fail(`The server ended with ${child.exitCode}:\n${output()}`);
    if (output() !== printed) since = Date.now();
    printed = output();
    if (Date.now() - since > SILENCE_MS) fail(`The server was not ready, and printed nothing for a minute:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function fail(message: string): never {
  throw new Error(message);
}

/** A temporary folder for a server's data; deleted by `remove`. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Writes a file that only its owner may read, for instance a password for the CLI. */
export async function secretFile(dataDir: string, name: string, content: string): Promise<string> {
  learnSecret({ name: `file ${name}`, value: content.trim() });
  const path = join(dataDir, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
}
