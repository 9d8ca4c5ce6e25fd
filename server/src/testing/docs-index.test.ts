import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const DECISIONS = join(import.meta.dirname, '../../../docs/decisions');

it('the index names every decision by its number and title, in order', () => {
  const files = globSync('[0-9][0-9][0-9]-*.md', { cwd: DECISIONS }).map((file) => basename(file));
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
