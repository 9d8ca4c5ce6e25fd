// Shared by every command of package.json. Plain JavaScript without dependencies, since it runs before anything is
// installed and on the machine's own Node.js (18 or newer).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PNPM = 'pnpm@10.34.9';

/** The pinned runtime, whatever Node started us. The real file, not the shim: signals then reach it. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/**
 * Node.js flags for every program of the service. Memory: a young generation of at most 32 MB instead of 64, and a
 * collection once the heap is twice what is in use instead of three times; docs/scaling.md has the cost. Warnings
 * about Node.js features are not for operators.
 */
export const FLAGS = [
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
];
/** Threads share two malloc arenas, rather than each keeping its own memory. */
export const environmentOf = (env) => ({ MALLOC_ARENA_MAX: '2', ...env });
export const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
/** Builds the server; with `--watch`, again on each change. */
export const SERVER_BUILD = join(ROOT, 'server', 'bin', 'build.mjs');
export const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

/**
 * Runs a program and resolves with its exit code. `quiet` shows its output only when it fails; our own messages go to
 * stderr, so stdout stays the command's.
 */
export function run(program, args, { cwd = ROOT, env = process.env, quiet = false, stdout = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', stdout, 'inherit'];
    const child = spawn(program, args, { cwd, env, stdio, shell: process.platform === 'win32' });
    const kept = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(kept));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

async function runOrExit(what, program, args, options) {
  const code = await run(program, args, options);
  if (code !== 0) {
    process.stderr.write(`\nCould not ${what}: "${[program, ...args].join(' ')}" ended with ${code}.\n`);
    process.exit(code);
  }
}

/**
 * Installs exactly the lockfile's packages, unless they are installed and work: those of a start, or with `withTests`
 * all. Packages of the tests stay once installed.
 */
export async function ensureInstalled({ withTests = false } = {}) {
  const stamp = join(ROOT, 'node_modules', '.countersign-installed');
  const lock = hashOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'package.json']);
  const [found, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const everything = withTests || (found !== undefined && extent !== 'start');
  if (existsSync(NODE) && found === lock && (extent !== 'start' || !withTests)) return;
  process.stderr.write('Installing packages ...\n');
  // Their types are missing from the packages of a start.
  if (withTests && extent === 'start') removeInstalled();
  await install(everything);
  if (!(await packagesWork(everything))) {
    refuseWithout(missingLibraries());
    // A broken installation is not repaired by installing over it.
    process.stderr.write('The installed packages do not work. Installing them again ...\n');
    removeInstalled();
    await install(everything);
    if (!(await packagesWork(everything))) {
      process.stderr.write('\nThe installed packages do not work on this machine; the reason is above.\n');
      process.exit(1);
    }
  }
  writeFileSync(stamp, `${lock} ${everything ? 'everything' : 'start'}`);
}

const WORKSPACES = ['server', 'console', 'e2e'];

async function install(everything) {
  await installPackages('install the packages', ['--config.confirmModulesPurge=false', ...(everything ? [] : ['--prod'])]);
  if (!everything) dropFilesForDevelopers(join(ROOT, 'node_modules', '.pnpm'));
}

/** Installs exactly what the lockfile of `folder` says. */
export function installPackages(what, options, folder = ROOT) {
  const args = ['-y', PNPM, 'install', '--frozen-lockfile', ...options];
  return runOrExit(what, 'npx', args, { cwd: folder, quiet: true, env: installEnvironment() });
}

function removeInstalled() {
  for (const part of ['.', ...WORKSPACES]) rmSync(join(ROOT, part, 'node_modules'), { recursive: true, force: true });
}

/** Types, sources, tests, documentation and C files of packages, which nothing that runs reads: a third of what is installed. */
const FOR_DEVELOPERS = /\.(?:map|[cm]?tsx?|flow|h|a|mdx?|(?:test|spec)\.[cm]?js)$/;

/** Keeps licences. */
function dropFilesForDevelopers(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) dropFilesForDevelopers(path);
    else if (entry.isFile() && FOR_DEVELOPERS.test(entry.name) && !/^licen[cs]e/i.test(entry.name)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Packages with a binary per platform: the one for this machine must exist, and match the pinned Node.js. */
const WITH_BINARIES = [
  ['server', ['--input-type=module', '--eval', 'await import("sharp"); await import("@node-rs/argon2"); await import("rolldown");']],
  ['console', ['--input-type=module', '--eval', 'await import("vite");']],
];
const WITH_BINARIES_OF_TESTS = [
  ['.', [TSC, '--version']],
  ['.', [BIOME, '--version']],
];

async function packagesWork(everything) {
  for (const [part, args] of everything ? [...WITH_BINARIES, ...WITH_BINARIES_OF_TESTS] : WITH_BINARIES) {
    if ((await run(NODE, args, { cwd: join(ROOT, part), quiet: true }).catch(() => 1)) !== 0) return false;
  }
  return true;
}

/** The shared libraries that Node.js needs and this machine lacks: slim images of Debian and Fedora have no libatomic. */
function missingLibraries() {
  const { stdout } = spawnSync('ldd', [NODE], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/(\S+) => not found/g)].map(([, name]) => name);
}

function refuseWithout(libraries) {
  if (libraries.length === 0) return;
  process.stderr.write(`
This machine has no ${libraries.join(', ')}, which Node.js needs. Install it and try again:
  Debian, Ubuntu: sudo apt-get install libatomic1
  Fedora, RHEL:   sudo dnf install libatomic
`);
  process.exit(1);
}

/** npm hands its own settings down as variables that pnpm and the installers below it only warn about. */
function installEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_/i.test(name)));
}

/** With one thread and one arena a build needs 200 MB less, and no more time: 1 GB of memory must be enough. */
const SPARING = { ROLLDOWN_WORKER_THREADS: '1', ROLLDOWN_MAX_BLOCKING_THREADS: '1', MIMALLOC_PURGE_DELAY: '0', MALLOC_ARENA_MAX: '1' };

const PARTS = {
  server: {
    sources: ['server/src', 'server/bin/build.mjs', 'server/bin/server-sources.mjs', 'pnpm-lock.yaml'],
    async build() {
      await runOrExit('build the server', NODE, [SERVER_BUILD], { quiet: true, env: { ...process.env, ...SPARING } });
    },
  },
  console: {
    sources: [
      'console/src',
      'console/public',
      'console/index.html',
      'console/developers.html',
      'console/api-docs.html',
      'console/vite.config.ts',
      'console/codegen.mjs',
      'schema.graphql',
      'server/src/errors.ts',
      'server/src/field-rules.ts',
      'pnpm-lock.yaml',
    ],
    async build() {
      await runOrExit('generate the typed documents and messages', NODE, ['codegen.mjs'], { cwd: join(ROOT, 'console'), quiet: true });
      await runOrExit('build the console', NODE, ['node_modules/vite/bin/vite.js', 'build'], {
        cwd: join(ROOT, 'console'),
        quiet: true,
        // Whatever the caller's is: otherwise it would have the development build of React, half as large again.
        env: { ...process.env, ...SPARING, NODE_ENV: 'production' },
      });
    },
  },
};

/** Builds the named parts (`server`, `console`) whose sources have changed since their last build. */
export async function ensureBuilt(...names) {
  for (const name of names) {
    const stamp = join(ROOT, name, 'dist', '.built-from');
    const wanted = hashOf(PARTS[name].sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
    process.stderr.write(`Building the ${name} ...\n`);
    await PARTS[name].build();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}

/** Written by the build of the console itself. */
const GENERATED = ['gql', 'messages'].map((folder) => join(ROOT, 'console', 'src', folder));

/** SHA-256 over the contents of files and folders; missing and generated ones are ignored. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (GENERATED.includes(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) add(join(path, entry));
    } else {
      hash.update(`${relative(ROOT, path)}\0`).update(readFileSync(path));
    }
  };
  for (const path of paths) add(join(ROOT, path));
  return hash.digest('hex');
}

/** Runs a program in place of this one: passes signals on, and exits with its code. */
export function become(args) {
  // The channel notifies the child when this process is killed without passing a signal on.
  const child = spawn(NODE, [...FLAGS, ...args], {
    cwd: process.cwd(),
    env: environmentOf(process.env),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
