import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The names of our own parts; customers read of posts, wording, access, checks and proof. */
const OURS = /\b(jobs?|payloads?|grants?|gates?|conditions?|evidence|publications?)\b/i;

/** Where the texts of the screens are; those for operators and developers have other names. */
const FILES = ['**/texts.ts', '**/*-texts.ts', '**/*-words.ts', '**/states.ts'];
const NOT_CUSTOMERS = /features\/operator\/|public-pages\//;

/** Stilted words; each has a plain one: a person, no one, appears, notified, again. */
const STILTED =
  /\b(whoever|nobody|somebody|stands|told|anew|gone out|calls? off|lets? through|no more\.|by themselves|as it was|said no|turned away|go on|goes on|counts? for nothing)\b/i;

const ROOT = join(import.meta.dirname, '..');

/** Quoted texts for readers, without paths and field names. */
function wordsIn(source: string): string[] {
  const withoutComments = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/^import .*$/gm, '');
  return [...withoutComments.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, quoted, template]) => quoted ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((words) => /\s/.test(words) || /^[A-Z][a-z]+$/.test(words));
}

test('no customer screen uses internal terms', () => {
  const files = globSync(FILES, { cwd: ROOT }).filter((file) => !NOT_CUSTOMERS.test(file));
  expect(files.length).toBeGreaterThan(20);
  const named = files.flatMap((file) =>
    wordsIn(readFileSync(join(ROOT, file), 'utf8'))
      .filter((words) => OURS.test(words))
      .map((words) => `${file}: ${words}`),
  );
  expect(named).toEqual([]);
});

test('no screen uses a stilted word', () => {
  const stilted = globSync(FILES, { cwd: ROOT }).flatMap((file) =>
    wordsIn(readFileSync(join(ROOT, file), 'utf8'))
      .filter((words) => STILTED.test(words))
      .map((words) => `${file}: ${words}`),
  );
  expect(stilted).toEqual([]);
});
