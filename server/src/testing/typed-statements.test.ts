import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** SQL texts: the compiler does not know their tables, columns and rows. */
const TEXT = /['"`]\s*(select\s|insert into\s|update \w+\s|delete from\s|with \w+ as|lock table|from \w+( \w+)? (where|join)\s)/g;

/** Statements built with `tables`, and whole rows of an entity by typed conditions. */
const TYPED = /\btables\s*\.\s*(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|with)\(|\browsOf\(\s*\w+,\s*\(from\b/g;

/** May only fall. Most are of catalogs, locks and several `with` parts that write, and lists of notices. */
const MOST_TEXTS = 120;
/** May only grow. */
const FEWEST_TYPED = 270;

it('has the compiler check most statements', () => {
  const isProduct = (file: string) => !/\.(test|proof)\.ts$|(^|\/)testing\/|db\/(migrations|embedded-postgres)\//.test(file);
  const sources = globSync('**/*.ts', { cwd: SOURCE })
    .filter(isProduct)
    .map((file) => readFileSync(join(SOURCE, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''));
  const countOf = (pattern: RegExp) => sources.reduce((sum, source) => sum + [...source.matchAll(pattern)].length, 0);
  expect(countOf(TEXT)).toBeLessThanOrEqual(MOST_TEXTS);
  expect(countOf(TYPED)).toBeGreaterThanOrEqual(FEWEST_TYPED);
});
