import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../..');
const { builtSources, LOADED_LATER, PROGRAMS } = (await import(join(SERVER, 'bin/server-sources.mjs'))) as {
  builtSources(): string[];
  LOADED_LATER: string[];
  PROGRAMS: string[];
};

/** What of a file is there when it runs: types are not. */
function specifiersOf(file: string): string[] {
  const source = readFileSync(join(SERVER, 'src', file), 'utf8');
  const statements = source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]/gms);
  return [...statements].map(([, specifier = '']) => specifier);
}

function importsOf(file: string): string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)));
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

/** The files with all that is loaded with them. */
function loadedWith(...files: string[]): string[] {
  const seen = new Set(files);
  for (const file of seen) for (const target of importsOf(file)) if (target.endsWith('.ts')) seen.add(target);
  return [...seen];
}

it('next to nothing is loaded before PostgreSQL is on its way', () => {
  const before = loadedWith('main.ts', 'process/prepare.ts');
  expect(before.length).toBeLessThan(40);
  expect(before.flatMap(specifiersOf).filter((specifier) => !/^(node:|\.)/.test(specifier))).toEqual(['pino']);
});

/** With the first person, the first agent over MCP, the first text: they are a part of what is built, and took 40 MB of a service that nobody asks. */
const LOADED_WHEN_ASKED = ['@apollo/server', '@modelcontextprotocol/server', '@simplewebauthn/server', 'graphql', 'stdnum', 'type-graphql'];
const LATER = [...LOADED_LATER, ...LOADED_WHEN_ASKED];

it('no start loads what is large and not always wanted', () => {
  const seen = loadedWith('serve.ts', 'web.ts');
  expect(seen.length).toBeGreaterThan(700);
  const loaded = seen.flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })));
  expect(loaded.filter(({ specifier }) => LATER.some((name) => specifier === name || specifier.startsWith(`${name}/`)))).toEqual([]);
});
