import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseSettings } from './shared-database.ts';
import { FLAGS, NODE, ROOT, SETTINGS } from './toolchain.ts';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

const settingsOf = (dataDir: string): Record<string, string> => ({
  ...SETTINGS,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  ...databaseSettings(dataDir),
});

/** Runs the command line on a data folder, with or without a running server. */
export async function runCli(dataDir: string, args: string[]): Promise<CliResult> {
  const child = spawn(NODE, [...FLAGS, join(ROOT, 'server', 'dist', 'cli', 'main.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settingsOf(dataDir) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (result.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (result.stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, ...result };
}

/**
 * Runs a command of the CLI and returns its output; fails with its problem otherwise. A worker's commands share one
 * process, since loading the program takes ten times as long as a command.
 */
export async function cli(dataDir: string, ...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await askKept({ args: [...args, '--json'], env: { ...process.env, ...settingsOf(dataDir) } });
  if (code !== 0) throw new Error(`cs ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

let kept: ChildProcess | undefined;
let calls = 0;

function askKept(call: { args: string[]; env: NodeJS.ProcessEnv }): Promise<CliResult> {
  kept ??= spawn(NODE, [join(import.meta.dirname, 'command-line.mjs')], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const child = kept;
  calls += 1;
  const id = calls;
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The command line ended.'));
    const answered = (answer: CliResult & { id: number }): void => {
      if (answer.id !== id) return;
      child.off('exit', ended);
      child.off('message', answered);
      resolve(answer);
    };
    child.on('exit', ended);
    child.on('message', answered);
    child.send({ id, ...call });
  });
}
