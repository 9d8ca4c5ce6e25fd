import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../server-folder.ts';

/**
 * What is loaded from now on is kept as V8 has compiled it, beside what is built: the next start takes it from there. A build begins it
 * anew; where the folder cannot be written, each start compiles for itself.
 */
export function keepCompiled(): void {
  if (import.meta.filename.endsWith('.js')) enableCompileCache(join(SERVER_FOLDER, 'dist', '.compiled'));
}

/** Writes what is new down now, and not only when the process ends in good order. */
export const writeCompiled = (): void => flushCompileCache();
