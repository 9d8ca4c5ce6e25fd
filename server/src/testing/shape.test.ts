import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const MOST_LINES = 300;
const MOST_FILES = 30;
const FEWEST_LINES = 12;

/** The most files, slivers and small folders of the server, without migrations. Lower a ceiling when the count is below it. */
const CEILINGS = { files: 926, 'files of at most 30 lines': 56, 'folders of under four files': 21 };

/** Exceptions to the size rules, each with its reason. Remove a line once its file is fixed; add none without need. */
const LONG_FILES: Record<string, string> = {
  'server/src/testing/matrix/graphql-rules.ts': 'one table, a line for each operation',
};
const FULL_FOLDERS: Record<string, string> = {
  'server/src/db/migrations': 'released migrations are never changed',
};
const SLIVERS: Record<string, string> = {
  'server/src/publishing/gates/account-gate.ts': 'a gate',
};

interface Source {
  path: string;
  lines: number;
  imports: string[];
}

const sources: Source[] = globSync('{server,console}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.(test|proof)\.tsx?$|\/(gql|messages)\//.test(path))
  .map((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const specifiers = [...source.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'(\.[^']+)'/gm)].map(([, specifier = '']) => specifier);
    return {
      path,
      lines: source.trimEnd().split('\n').length,
      imports: specifiers.map((specifier) => normalize(join(dirname(path), specifier))),
    };
  });

/** The server's, without the migrations, which are separate files of any size. */
const ours = sources.filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/src/db/migrations/'));

/** Violations without an exception, and exceptions without a violation. */
function beyond(found: readonly string[], excepted: Record<string, string>): string[] {
  const gone = Object.keys(excepted).filter((path) => !found.includes(path));
  return [...found.filter((path) => !(path in excepted)), ...gone.map((path) => `${path} needs no exception any more`)];
}

describe('the shape of the sources', () => {
  it(`has no file of the server of more than ${MOST_LINES} lines`, () => {
    const long = ours.filter(({ lines }) => lines > MOST_LINES).map(({ path }) => path);
    expect(beyond(long, LONG_FILES)).toEqual([]);
  });

  it(`has no folder with more than ${MOST_FILES} files`, () => {
    const folders = Map.groupBy(sources, ({ path }) => dirname(path));
    const full = [...folders].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder);
    expect(beyond(full, FULL_FOLDERS)).toEqual([]);
  });

  it(`has nothing in the server under ${FEWEST_LINES} lines that one file alone imports`, () => {
    const importers = Map.groupBy(
      sources.flatMap(({ path, imports }) => imports.map((target) => ({ path, target }))),
      ({ target }) => target,
    );
    const slivers = ours.filter(({ path, lines }) => lines < FEWEST_LINES && importers.get(path)?.length === 1).map(({ path }) => path);
    expect(beyond(slivers, SLIVERS)).toEqual([]);
  });

  it('gets no more files, slivers and small folders in the server', () => {
    const product = ours.filter(({ path }) => !path.includes('/testing/'));
    const folders = [...Map.groupBy(product, ({ path }) => dirname(path)).values()];
    const counts: typeof CEILINGS = {
      files: product.length,
      'files of at most 30 lines': product.filter(({ lines }) => lines <= 30).length,
      'folders of under four files': folders.filter((files) => files.length < 4).length,
    };
    const over = Object.entries(counts).filter(([name, count]) => count > CEILINGS[name as keyof typeof CEILINGS]);
    expect(over).toEqual([]);
  });
});
