import { join } from 'node:path';

/** The folder `server/`, seen from the sources and from what is built of them alike. */
export const SERVER_FOLDER = import.meta.dirname.replace(/^(.*)[\\/](?:src|dist)(?:[\\/].*)?$/, '$1');

/** Whether this runs from the sources, as tests do, and not from what is built of them. */
export const IS_SOURCE = import.meta.filename.endsWith('.ts');

/** A program of ours, by its path below the sources without an ending. */
export function programFile(path: string): string {
  return IS_SOURCE ? join(SERVER_FOLDER, 'src', `${path}.ts`) : join(SERVER_FOLDER, 'dist', `${path}.js`);
}
