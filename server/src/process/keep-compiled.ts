import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../server-folder.ts';

/**
 * Caches compiled code of modules loaded from now on, in the build folder, for later starts. A build clears it; if
 * the folder is read-only, each start compiles again.
 */
export function keepCompiled(): void {
  if (import.meta.filename.endsWith('.js')) enableCompileCache(join(SERVER_FOLDER, 'dist', '.compiled'));
}

/** Writes new entries now, rather than only on a clean exit. */
export const writeCompiled = (): void => flushCompileCache();
