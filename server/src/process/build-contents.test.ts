import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../..');
const { builtSources, LOADED_LATER, PROGRAMS } = (await import(join(SERVER, 'bin/server-sources.mjs'))) as {
  builtSources(): string[];
  LOADED_LATER: string[];
  PROGRAMS: string[];
};

/** The imports of a file at run time, without types. */
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

it('a start builds what the service needs, and no test, soak test or test helper', () => {
  const built = builtSources();
  expect(built).toEqual(expect.arrayContaining(PROGRAMS.map((file) => join(file))));
  expect(built.filter((file) => /testing|\.test\.|\.proof\./.test(file))).toEqual([]);
});

it('nothing in the build needs anything outside of it', () => {
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

/**
 * Loaded with the first person, the first agent over MCP, or the first text: part of the build, but 40 MB that an
 * idle service does not need.
 */
const LOADED_WHEN_ASKED = ['@apollo/server', '@modelcontextprotocol/server', '@simplewebauthn/server', 'graphql', 'stdnum', 'type-graphql'];
const LATER = [...LOADED_LATER, ...LOADED_WHEN_ASKED];

it('no start loads large parts that are not always needed', () => {
  const seen = loadedWith('serve.ts', 'web.ts');
  expect(seen.length).toBeGreaterThan(700);
  const loaded = seen.flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })));
  expect(loaded.filter(({ specifier }) => LATER.some((name) => specifier === name || specifier.startsWith(`${name}/`)))).toEqual([]);
});

const { inOneWorld } = (await import(join(SERVER, 'bin/in-one-world.mjs'))) as { inOneWorld(packages: readonly string[]): Plugin };

it.each([
  ['fails where a package is bundled that another one loads from node_modules', ['@atproto/api'], '@atproto/common-web (by @atproto/api)'],
  ['passes where all of them are bundled', [], null],
])('a build %s', async (_, packages, message) => {
  const bundle = await rolldown({
    input: join(SERVER, 'src/platforms/bluesky/bluesky-platform.ts'),
    external: [...packages, 'undici', 'ws'],
    platform: 'node',
    tsconfig: false,
    plugins: [inOneWorld(packages)],
  });
  const made = bundle.generate().then(
    () => null,
    (error: unknown) => String(error),
  );
  if (message === null) expect(await made).toBeNull();
  else expect(await made).toContain(message);
  await bundle.close();
});

it('builds each file that the benchmarks load as a program', async () => {
  const benches = globSync('bench/*.mjs', { cwd: SERVER }).map((path) => readFileSync(join(SERVER, path), 'utf8'));
  const loaded = benches.flatMap((bench) => [...bench.matchAll(/dist(?:'(?:, )|\()('[^)]+')\)/g)].map(([, names = '']) => names));
  const paths = loaded.map((names) => names.replaceAll(/[' ]/g, '').replaceAll(',', '/').replace(/\.js$/, '.ts'));
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !PROGRAMS.includes(path))).toEqual([]);
});
