import { join } from 'node:path';

/** The folder `server/`, seen from the sources and from what is built of them alike. */
export const SERVER_FOLDER = import.meta.dirname.replace(/^(.*)[\\/](?:src|dist)(?:[\\/].*)?$/, '$1');

/** A program of ours, by its path below the sources without an ending. Tests run from the sources, and not from what is built of them. */
export function programFile(path: string): string {
  return import.meta.filename.endsWith('.ts') ? join(SERVER_FOLDER, 'src', `${path}.ts`) : join(SERVER_FOLDER, 'dist', `${path}.js`);
}
