import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { prove } from '../testing/proofs/prove.ts';
import { freePort } from '../testing/servers/free-port.ts';

/** The oldest Node.js that the README supports, with its npm. */
const OLDEST = { node: '18.20.8', npm: '10.8.2' };
const ROOT = join(import.meta.dirname, '..', '..', '..');
/** What a start installs, by `du`. */
const MOST_MEGABYTES = 500;
const PATIENCE = { timeout: 600_000, interval: 200 };
const run = promisify(execFile);

prove('start', 'npm start works at first with the oldest Node, lives through a kill and ends whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-first-start-'));
  let npm: ChildProcess | null = null;
  try {
    const bin = await installOldest(join(folder, 'node'));
    const source = join(folder, 'source');
    await mkdir(source);
    await run(
      'sh',
      ['-c', 'git ls-files -z --cached --others --exclude-standard | tar -c --null --files-from=- | tar -x -C "$0"', source],
      { cwd: ROOT },
    );
    const port = await freePort();
    const startedAt = performance.now();
    // As a person's terminal has it: nothing of this run's npm and Node.
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: process.env.HOME ?? '', PORT: String(port), DATA_DIR: join(folder, 'data') };
    npm = spawn('npm', ['start'], { cwd: source, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    }
    const untilGreeted = async (times: number): Promise<void> => {
      while (said.split('Countersign is at').length - 1 < times) {
        if (npm?.exitCode !== null) throw new Error(`npm start has ended: ${said}`);
        await sleep(200);
      }
    };
    await untilGreeted(1);
    const seconds = (performance.now() - startedAt) / 1_000;
    const installed = Number((await run('du', ['-sm', join(source, 'node_modules')])).stdout.split('\t')[0]);
    expect(installed).toBeLessThanOrEqual(MOST_MEGABYTES);
    process.kill(await serverOf(source), 'SIGKILL');
    await untilGreeted(2);
    expect(said).toContain('Countersign died (SIGKILL). Starting it again in 1 s.');

    const server = await serverOf(source);
    const stopAt = performance.now();
    npm.kill('SIGTERM');
    await expect.poll(() => isAlive(server), PATIENCE).toBe(false);
    await expect.poll(() => readFile(join(folder, 'data/postgres/postmaster.pid')).catch(() => null), PATIENCE).toBe(null);
    await expect(fetch(`http://127.0.0.1:${port}/api/health/live`)).rejects.toThrow();
    return `Node ${OLDEST.node}: serving after ${seconds.toFixed(0)} s with ${installed} MB installed, again after a kill, and nothing left ${((performance.now() - stopAt) / 1_000).toFixed(1)} s after npm received SIGTERM`;
  } finally {
    if (npm && npm.exitCode === null && npm.signalCode === null) {
      npm.kill('SIGTERM');
      await once(npm, 'exit');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
});

/** The package contains the program itself, so nothing else is downloaded. */
async function installOldest(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{}');
  const packages = [`node@${OLDEST.node}`, `npm@${OLDEST.npm}`];
  await run('npm', ['install', '--no-audit', '--no-fund', '--foreground-scripts', ...packages], { cwd: folder });
  // npm's global folder, which an installed Node.js has.
  await mkdir(join(folder, 'node_modules/node/lib'), { recursive: true });
  const bin = join(folder, 'node_modules/.bin');
  expect((await run(join(bin, 'node'), ['--version'])).stdout.trim()).toBe(`v${OLDEST.node}`);
  return bin;
}

async function serverOf(source: string): Promise<number> {
  const { stdout } = await run('pgrep', ['--full', `${source}/server/dist/main.js`]);
  const [pid] = stdout.trim().split('\n').map(Number);
  if (!pid) throw new Error('No server runs.');
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
