import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const DECISIONS = join(ROOT, 'docs/decisions');

it('the index names every decision by its number and title, in order', () => {
  const files = globSync('[0-9][0-9][0-9]-*.md', { cwd: DECISIONS }).map((file) => basename(file));
  expect(files.length).toBeGreaterThan(150);
  const titles = files.sort().map((file) => {
    const [, title = ''] = /^# \d{3}:? (.+)/.exec(readFileSync(join(DECISIONS, file), 'utf8')) ?? [];
    return `- [${file.slice(0, 3)}](${file}) ${title}`;
  });
  const listed = readFileSync(join(DECISIONS, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- ['));
  expect(listed).toEqual(titles);
});

it('no two decisions have the same number', () => {
  const numbers = globSync('[0-9][0-9][0-9]-*.md', { cwd: DECISIONS }).map((file) => basename(file).slice(0, 3));
  expect(numbers).toHaveLength(new Set(numbers).size);
});

it('every decision has a status', () => {
  const without = globSync('[0-9][0-9][0-9]-*.md', { cwd: DECISIONS }).filter(
    (file) => !/^(\*\*)?Status[:.]/m.test(readFileSync(join(DECISIONS, file), 'utf8')),
  );
  expect(without).toEqual([]);
});

it('every relative link of the documentation leads to a file', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
  expect(pages.length).toBeGreaterThan(100);
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?![a-z]+:)([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(page), decodeURI(target))))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
