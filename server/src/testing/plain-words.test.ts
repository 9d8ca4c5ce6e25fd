import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Stilted words, and how often each may still occur. The ceilings only fall: lower one when the count is below it. Plain words are a person,
 * someone, no one, appears, is notified, again.
 */
const CEILINGS: Record<string, { files: string[]; words: Record<string, number> }> = {
  'the server': {
    files: ['server/src/**/*.ts'],
    words: { whoever: 80, nobody: 100, somebody: 60, stands: 80, told: 160, anew: 15 },
  },
  'the console': {
    files: ['console/src/**/*.{ts,tsx}'],
    words: { whoever: 5, nobody: 5, somebody: 5, stands: 10, told: 40, anew: 5 },
  },
  'descriptions of the API': {
    files: ['schema.graphql', 'server/openapi.json'],
    words: { whoever: 10, nobody: 10, somebody: 5, stands: 2, told: 5, anew: 2 },
  },
  'the documentation': {
    files: ['*.md', 'docs/*.md', 'docs/guides/*.md'],
    words: { whoever: 20, nobody: 50, somebody: 30, stands: 60, told: 40, anew: 15 },
  },
};

/** Tests, translations and generated code are not counted. */
const NOT_COUNTED = /\.(?:test|proof|spec)\.|\/testing\/|\/languages\/|\/gql\/|node_modules/;

it.each(Object.entries(CEILINGS))('%s uses fewer and fewer stilted words', (_what, { files, words }) => {
  const text = globSync(files, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .filter((file) => !NOT_COUNTED.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const counts = Object.fromEntries(Object.keys(words).map((word) => [word, text.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0]));
  const over = Object.entries(counts).filter(([word, count]) => count > (words[word] ?? 0));
  expect(over).toEqual([]);
  if (process.env.SHOW_COUNTS) console.log(counts);
});
