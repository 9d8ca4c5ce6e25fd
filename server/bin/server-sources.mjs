// What the server is built of: its sources without what only tests and proofs use.
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const SERVER_SOURCE = join(import.meta.dirname, '..', 'src');
const IS_FOR_TESTS = /\.(test|proof)\.ts$|(^|[\\/])testing[\\/]/;

/** Whether a file, by its path below the sources, is built. */
export function isBuilt(file) {
  return file.endsWith('.ts') && !IS_FOR_TESTS.test(file);
}

export function builtSources() {
  return globSync('**/*.ts', { cwd: SERVER_SOURCE }).filter(isBuilt);
}
