import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const VERSION = '6.65.0';
/** The one that wrote Ghost's lockfile. */
const PNPM = 'pnpm@12.4.2';
const run = promisify(execFile);

export interface GhostSite {
  url: string;
  adminKey: string;
  stop(): Promise<void>;
}

/** A real, freshly set up site in a process of its own: on loopback only, in a temporary folder. `folder` as installed. */
export async function startGhostSite(folder: string): Promise<GhostSite> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'ghost-program.mjs'), folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exit = once(program, 'exit');
  let failure = '';
  program.stderr.on('data', (text) => {
    failure += text;
  });
  const [line] = await Promise.race([
    once(createInterface(program.stdout), 'line'),
    exit.then(() => Promise.reject(new Error(`Ghost did not start: ${failure}`))),
  ]);
  return {
    ...(JSON.parse(line) as Omit<GhostSite, 'stop'>),
    async stop() {
      program.stdin.end();
      await exit;
    },
  };
}

/** Ghost with its dependencies: its folder, or what is lacking to install it. */
export async function installGhost(): Promise<{ folder: string; lacking: string | undefined }> {
  const folder = join(import.meta.dirname, '../../../node_modules/.cache', `ghost-${VERSION}`);
  if (existsSync(folder)) return { folder, lacking: undefined };
  try {
    await run('npm', ['view', `ghost@${VERSION}`, 'version', '--prefer-online']);
  } catch {
    return { folder, lacking: 'the npm registry is out of reach' };
  }
  await downloadGhost(folder);
  return { folder, lacking: undefined };
}

/**
 * Ghost's dependencies are pinned by its own lockfile, which npm cannot read: they are installed apart from ours, once
 * (half a gigabyte), without running their scripts.
 */
async function downloadGhost(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  await run('npm', ['pack', `ghost@${VERSION}`, '--silent'], { cwd: work });
  await run('tar', ['xzf', `ghost-${VERSION}.tgz`], { cwd: work });
  const install = ['install', '--prod', '--frozen-lockfile', '--ignore-scripts', '--config.engine-strict=false'];
  const unpacked = join(work, 'package');
  const environment = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  await run('npx', ['--yes', PNPM, ...install], { cwd: unpacked, env: environment, maxBuffer: 64_000_000 });
  await rename(unpacked, folder);
  await rm(work, { recursive: true });
}
