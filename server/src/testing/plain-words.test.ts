import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERRORS } from '../error-table.ts';
import de from '../languages/de.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Stilted words, and how often each may still occur. The ceilings only fall: lower one when the count is below it. Plain words: a person,
 * someone, no one, appears, is notified, again, next to. Fewer files than `fewest` are a pattern that has gone blind.
 */
const CEILINGS: Record<string, { files: string[]; fewest: number; words: Record<string, number> }> = {
  'the server': {
    files: ['server/src/**/*.ts'],
    fewest: 800,
    words: { whoever: 0, nobody: 4, somebody: 0, stands: 0, told: 12, anew: 0, beside: 2, 'so that': 1, 'has to': 0 },
  },
  'the console': {
    files: ['console/src/**/*.{ts,tsx}', 'console/src/languages/en.json'],
    fewest: 450,
    words: { whoever: 0, nobody: 0, somebody: 0, stands: 0, told: 0, anew: 0, beside: 2, 'so that': 0, 'has to': 0 },
  },
  'descriptions of the API': {
    files: ['schema.graphql', 'server/openapi.json'],
    fewest: 2,
    words: { whoever: 0, nobody: 0, somebody: 0, stands: 0, told: 2, anew: 0, beside: 2, 'so that': 0, 'has to': 0 },
  },
  'the documentation': {
    files: ['*.md', 'docs/*.md', 'docs/guides/*.md'],
    fewest: 20,
    words: { whoever: 0, nobody: 13, somebody: 4, stands: 3, told: 3, anew: 0, beside: 0, 'so that': 0, 'has to': 0 },
  },
  'the tests': {
    files: ['server/src/**/*.{test,proof}.ts', 'console/src/**/*.test.{ts,tsx}', 'e2e/tests/**/*.spec.ts'],
    fewest: 400,
    words: { whoever: 1, nobody: 14, somebody: 1, stands: 3, told: 2, anew: 0, beside: 19 },
  },
};

/** Translations, generated code and the tests' own parts are not counted, and tests apart from the rest. */
const NOT_COUNTED = /\/testing\/|\/languages\/(?!en\.json)|\/gql\/|console\/src\/messages\/|node_modules/;
const TEST = /\.(?:test|proof|spec)\./;

it.each(Object.entries(CEILINGS))('%s uses fewer and fewer stilted words', (what, { files, fewest, words }) => {
  const counted = globSync(files, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter(
    (file) => !NOT_COUNTED.test(file) && TEST.test(file) === (what === 'the tests'),
  );
  expect(counted.length).toBeGreaterThanOrEqual(fewest);
  const text = counted.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const counts = Object.fromEntries(Object.keys(words).map((word) => [word, text.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0]));
  const over = Object.entries(counts).filter(([word, count]) => count > (words[word] ?? 0));
  expect(over).toEqual([]);
});

/** Phrases of the old descriptions, which integrators had to translate. None may return; a new file is added to `DESCRIBED`. */
const PRIVATE_PHRASES = [
  /(?:^|")\s*Of (?:an?|the|these|which)\b/,
  /(?:^|")\s*(?:Where|Why|When|Which|What)(?: \w+)?\.(?:"|$)/,
  /\bAs \w+[^".]* call(?:s|ed)?\b/,
  /\bwhat (?:became|came) of\b/i,
  /\bleft out\b/i,
  /\bat the most\b/i,
  /\bis nowhere\b/i,
  /\bputs? (?:it )?away\b/i,
  /\b(?:set aside|given back|handed (?:in|over))\b/i,
  /\b(?:until|since) when\b/i,
  /\bhow far\b/i,
  /\bas soon as it may\b/i,
  /\bnone by that id\b/i,
  /\bthe (?:newest|oldest) first\b/i,
  /\bany more\b/i,
  /\bby (?:itself|the clock)\b/i,
  /\btaken? back\b/i,
];
const DESCRIBED = ['schema.graphql', 'server/openapi.json', 'docs/cli.md', 'docs/configuration.md'];

it.each(DESCRIBED)('%s has none of the private phrases', (file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  expect(lines.filter((line) => PRIVATE_PHRASES.some((phrase) => phrase.test(line)))).toEqual([]);
});

/** The console's own test has most of these for its screens. "No longer" and "a person" are plain. */
const STILTED =
  /\b(whoever|nobody|somebody|everybody|stands|told|anew|gone out|calls? off|called off|lets? through|no more|by (?:itself|themselves)|as (?:it was|they were)|said no|turned away|go on|goes on|counts? for nothing|set aside|given back|(?:put|puts) away|any more|nothing is to be done|is no (?!longer)\w+ that|lets? (?:no|us|an?)|are taken)\b/i;

it('no message of the server uses a stilted word', () => {
  const messages = [...Object.keys(de), ...Object.values(ERRORS).flatMap(({ message, remedy }) => [message, remedy])];
  expect(messages.length).toBeGreaterThan(1_600);
  expect(messages.filter((message) => STILTED.test(message))).toEqual([]);
  expect(['It goes on by itself.', 'This is no file that is known.'].every((message) => STILTED.test(message))).toBe(true);
});
