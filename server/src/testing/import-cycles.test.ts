import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Every static import and export of the project's own files, types included. */
const IMPORTS = /^(?:import|export)\b[^'"]*?['"](\.[^'"]+)['"]/gms;

function readGraph(): Map<string, string[]> {
  const files = globSync(['server/src/**/*.ts', 'console/src/**/*.{ts,tsx}', 'e2e/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const known = new Set(files);
  const importsOf = (file: string): string[] =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTS)]
      .map(([, specifier = '']) => normalize(join(dirname(file), specifier)))
      .filter((target) => known.has(target));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** The first cycle that each walk meets, as the files on it. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file].join(' → '));
      return;
    }
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

it('no file imports itself through others, types included', () => {
  const graph = readGraph();
  expect(graph.size).toBeGreaterThan(1_500);
  expect(cyclesOf(graph)).toEqual([]);
});

it('finds a cycle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(cyclesOf(graph)).toEqual(['b → c → b']);
});
