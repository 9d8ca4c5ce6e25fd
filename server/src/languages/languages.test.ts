import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAUNCH_STEPS } from '../launch/launch-steps.ts';
import { translation as ar } from './ar/index.ts';
import { translation as de } from './de/index.ts';
import { translation as es } from './es/index.ts';
import { translation as fr } from './fr/index.ts';
import { translation as pt } from './pt/index.ts';
import type { Translation } from './translation.ts';

const SOURCE = join(import.meta.dirname, '..');
const TRANSLATIONS: Record<string, Translation> = { de, fr, es, pt, ar };
/** Names that are the same everywhere; they may stand in a translation, and need not. */
const NAMES = ['Server', 'Relays', 'Site'];

const sourcesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: SOURCE, exclude: (file) => file.endsWith('.test.ts') }).map((file) => readFileSync(join(SOURCE, file), 'utf8'));

const unquoted = (text: string): string => text.replaceAll(/\\(.)/g, '$1');
const VALUE = /\$\{(?:[^{}`]|\{[^{}]*\})*\}/g;

/** What stands behind `say` in a source, its values numbered as say() numbers them. */
function said(source: string): string[] {
  const templates = [...source.matchAll(/\bsay`((?:[^`\\$]|\\.|\$\{(?:[^{}`]|\{[^{}]*\})*\})*)`/g)];
  return templates.map(([, template = '']) => {
    let place = 0;
    return template.replaceAll(VALUE, () => `{${++place}}`);
  });
}

/** Plain texts that read like a sentence, or like the beginning of one. */
function plain(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text = '']) => unquoted(text)).filter((text) => /^[A-Z0-9].* \S/.test(text));
}

/** What is asked for to connect an account. */
function fieldTexts(source: string): string[] {
  return [...source.matchAll(/label: '((?:[^'\\]|\\.)*)',\s*help:\s*'((?:[^'\\]|\\.)*)'/g)].flatMap(([, ...texts]) => texts.map(unquoted));
}

const everySentence = new Set([
  ...sourcesOf('publishing/gates/*-gate.ts').flatMap((source) => [...plain(source), ...said(source)]),
  ...sourcesOf('publishing/gates.ts').flatMap(plain),
  ...sourcesOf('platforms/**/*.ts').flatMap(fieldTexts),
  'Facebook page',
  ...LAUNCH_STEPS.flatMap(({ label, meaning }) => [label, meaning]),
]);

it('finds what is said to people', () => {
  expect(everySentence).toContain('No {1} account is connected.');
  expect(everySentence).toContain('The scheduled time has come.');
  expect(everySentence).toContain('Bot token');
  expect(everySentence.size).toBeGreaterThan(150);
});

it.each(Object.entries(TRANSLATIONS))(
  'everything that the service says to people stands in %s, and nothing that it does not',
  (_, translation) => {
    const missing = [...everySentence].filter((sentence) => !Object.hasOwn(translation, sentence) && !NAMES.includes(sentence));
    const over = Object.keys(translation).filter((sentence) => !everySentence.has(sentence));
    expect({ missing, over }).toEqual({ missing: [], over: [] });
  },
);

it.each(Object.entries(TRANSLATIONS))('no sentence of %s leaves out a value or has one too many', (_, translation) => {
  const places = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g))].toSorted();
  const hasAll = (form: string, sentence: string): boolean => `${places(form)}` === `${places(sentence)}`;
  // Arabic says one and two by the noun alone.
  const hasAllOthers = (form: string, sentence: string): boolean =>
    places(form).every((place) => sentence.includes(place)) && places(form).length >= places(sentence).length - 1;
  const wrong = Object.entries(translation).flatMap(([sentence, words]) =>
    Object.entries(typeof words === 'string' ? { other: words } : words)
      .filter(([category, form]) => !(['one', 'two'].includes(category) ? hasAllOthers : hasAll)(form, sentence))
      .map(([, form]) => form),
  );
  expect(wrong).toEqual([]);
});
