import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../..');
const { builtSources, PROGRAMS } = (await import(join(SERVER, 'bin/server-sources.mjs'))) as {
  builtSources(): string[];
  PROGRAMS: string[];
};

/** What of a file is there when it runs: types are not. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(SERVER, 'src', file), 'utf8');
  const statements = source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"](\.[^'"]+)['"]/gms);
  return [...statements].map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

it('a start builds what the service runs, and no test, proof or helper of tests', () => {
  const built = builtSources();
  expect(built).toEqual(expect.arrayContaining(PROGRAMS.map((file) => join(file))));
  expect(built.filter((file) => /testing|\.test\.|\.proof\./.test(file))).toEqual([]);
});

it('nothing that is built needs what is not', () => {
  const built = new Set(builtSources());
  const missing = [...built].flatMap((file) => importsOf(file).filter((target) => target.endsWith('.ts') && !built.has(target)));
  expect(missing).toEqual([]);
});
