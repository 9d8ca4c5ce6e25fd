import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * A program for npm start to keep running: prints its process id, and that it serves, unless FAILS makes it fail
 * before.
 */
const PROGRAM = `
  import { existsSync, writeFileSync } from 'node:fs';
  if (process.env.FAILS) process.exit(3);
  if (process.env.LATE && !existsSync(process.env.LATE)) { writeFileSync(process.env.LATE, ''); process.exit(75); }
  process.send('serving', () => console.log(process.pid));
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  setInterval(() => {}, 1000);
`;
const LAUNCHER = new URL('../../bin/keep-running.mjs', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-launcher-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await writeFile(
    join(folder, 'launcher.mjs'),
    `import { keepRunning } from ${JSON.stringify(LAUNCHER)};\nkeepRunning([${JSON.stringify(join(folder, 'program.mjs'))}]);`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

function launch(env: NodeJS.ProcessEnv = {}, program = process.execPath, args = [join(folder, 'launcher.mjs')]) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let words = '';
  child.stderr.on('data', (chunk) => {
    words += chunk;
  });
  return { child, nextPid: async () => Number((await lines.next()).value), said: () => words };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return (await once(child, 'exit'))[0] as number | null;
}

it('restarts what crashed, reports it, and respects a stop', async () => {
  const { child, nextPid, said } = launch();
  const first = await nextPid();
  process.kill(first, 'SIGKILL');
  const second = await nextPid();
  expect([second === first, said()]).toEqual([false, 'Countersign died (SIGKILL). Starting it again in 1 s.\n']);
  child.kill('SIGTERM');
  expect([await exitCodeOf(child), isAlive(second)]).toEqual([0, false]);
});

it('does not restart a process that failed before it served, and exits with its code', async () => {
  const { child, said } = launch({ FAILS: '1' });
  expect([await exitCodeOf(child), said()]).toEqual([3, '']);
});

it('restarts what could not start yet, even before it ever served', async () => {
  const { child, nextPid, said } = launch({ LATE: join(folder, 'late') });
  const pid = await nextPid();
  expect(said()).toBe('Countersign could not start yet. Starting it again in 1 s.\n');
  child.kill('SIGTERM');
  expect([await exitCodeOf(child), isAlive(pid)]).toEqual([0, false]);
});

it('ends with the npm that started it, also when that one could pass nothing on', async () => {
  const command = `"${process.execPath}" "${join(folder, 'launcher.mjs')}"; true`;
  const { child: npm, nextPid } = launch({ npm_lifecycle_event: 'start' }, '/bin/sh', ['-c', command]);
  const pid = await nextPid();
  npm.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ends with the npm that started it by a shell of its own, which outlives npm (%s)',
  async (signal) => {
    // As npm finds it from the second start on: the pinned runtime, through a script.
    const bin = join(folder, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'node'), `#!/bin/sh\n"${process.execPath}" "$@"\nexit $?\n`, { mode: 0o755 });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node launcher.mjs' } }));
    // Not by its name: within another npm that is a shell too, and here npm itself is ended.
    const [program, ...own] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const { child: npm, nextPid } = launch({}, program, [...own, '--silent', '--prefix', folder, 'start']);
    const pid = await nextPid();
    npm.kill(signal);
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);
