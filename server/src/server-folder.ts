import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder `server/`, from the sources and from the build alike. */
export const SERVER_FOLDER = import.meta.dirname.replace(/^(.*)[\\/](?:src|dist)(?:[\\/].*)?$/, '$1');

/**
 * A program's file, by its path below the sources without an extension. Tests run from the sources rather than the
 * build.
 */
export function programFile(path: string): string {
  return import.meta.filename.endsWith('.ts') ? join(SERVER_FOLDER, 'src', `${path}.ts`) : join(SERVER_FOLDER, 'dist', `${path}.js`);
}

/** The release this is, from package.json. */
export const VERSION = (JSON.parse(readFileSync(join(SERVER_FOLDER, 'package.json'), 'utf8')) as { version: string }).version;
