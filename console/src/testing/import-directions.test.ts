import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A folder may import from itself and from those after it. */
const ORDER = ['app', 'features', 'components', 'lib', 'messages', 'languages', 'gql', 'server'];

const sources = import.meta.glob<string>('../{app,features,components,lib}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every relative import as [from, to], both seen from `src`. */
const imports = Object.entries(sources)
  .filter(([path]) => !path.includes('.test.'))
  .flatMap(([path, source]) => {
    const from = path.replace('../', '');
    const targets = [...source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, target]) => target ?? '');
    return targets.map((target) => [from, new URL(target, `file:///${from}`).pathname.slice(1)] as const);
  });

const rank = (path: string): number => ORDER.indexOf(path.split('/')[0] ?? '');

test('imports point from app to features, components, lib and gql, and to plain data of the server only', () => {
  expect(imports.length).toBeGreaterThan(1_500);
  expect(imports.filter(([from, to]) => rank(to) < rank(from))).toEqual([]);
  expect(new Set(imports.map(([, to]) => to).filter((to) => to.startsWith('server/')))).toEqual(
    new Set(['server/src/field-rules.ts', 'server/src/events/event-types.ts']),
  );
});

test('the field rules import nothing: otherwise the console would bundle the server', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../../server/src/field-rules.ts'), 'utf8');
  expect(rules).not.toMatch(/^import /m);
});

test('no file imports a language other than English, which the entry file loads on demand', () => {
  expect(imports.filter(([, to]) => /^messages\/[a-z]+\.ts$/.test(to))).toEqual([]);
});

test('no feature imports from another', () => {
  const feature = (path: string): string | undefined => (path.startsWith('features/') ? path.split('/')[1] : undefined);
  expect(imports.filter(([from, to]) => feature(from) && feature(to) && feature(from) !== feature(to))).toEqual([]);
});
