import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { argumentsOf, catalogueOf, messagesIn, partsOf } from '../build/messages.ts';
import { cappedCount } from '../components/texts.ts';
import { asked, over } from '../lib/catalogue.ts';
import { formattersOf } from '../lib/formatters.ts';
import { LANGUAGES } from '../lib/language.ts';
import { messages as arabic } from '../messages/ar.ts';
import { messages as german } from '../messages/de.ts';
import { messages as spanish } from '../messages/es.ts';
import { messages as french } from '../messages/fr.ts';
import { messages as portuguese } from '../messages/pt.ts';

// Texts are registered when their module is loaded.
import.meta.glob(['../{app,components,features,lib}/**/{texts,*-texts,*-words,states}.ts'], { eager: true });

const de = german(formattersOf(LANGUAGES.de.locale));
const ar = arabic(formattersOf(LANGUAGES.ar.locale));
const es = spanish(formattersOf(LANGUAGES.es.locale));
const pt = portuguese(formattersOf(LANGUAGES.pt.locale));
const fr = french(formattersOf(LANGUAGES.fr.locale));

/** Every text below, as its path and itself; a list is one text. */
function textsIn(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  // The colour of a state is no word.
  return Object.entries(value).flatMap(([key, below]) => (key === 'tone' ? [] : textsIn(below, `${path}.${key}`)));
}

describe.each([
  ['German', de],
  ['Arabic', ar],
  ['Spanish', es],
  ['Portuguese', pt],
  ['French', fr],
])('%s', (_name, translation) => {
  const english = new Map([...asked].flatMap(([part, texts]) => textsIn(texts, part)));
  const spoken = new Map(Object.entries(translation).flatMap(([part, texts]) => textsIn(texts, part)));

  it('translates every text of the console, and no other', () => {
    expect(english.size).toBeGreaterThan(1_000);
    expect([...english.keys()].filter((path) => !spoken.has(path))).toEqual([]);
    expect([...spoken.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('has the same kind of text with the same arguments', () => {
    const others = [...spoken].filter(([path, text]) => typeof text !== typeof english.get(path));
    expect(others.map(([path]) => path)).toEqual([]);
    const lists = [...spoken].filter(([path, text]) => Array.isArray(text) && text.length !== (english.get(path) as unknown[]).length);
    expect(lists.map(([path]) => path)).toEqual([]);
  });
});

const messagesOf = (language: string) => new Map(messagesIn(catalogueOf(language), language).map(([path, text]) => [path.slice(3), text]));
const english = messagesOf('en');

it.each([
  ['en', /\bsince$/i],
  ['de', /\bseit$/i],
  ['ar', /منذ$/],
])('no text in %s ends with a word that "4 hours ago" cannot follow', (language, ending) => {
  expect([...messagesOf(language)].filter(([, text]) => ending.test(text))).toEqual([]);
});

/** Plural categories that a count of posts can have; millions, which French, Spanish and Portuguese set apart, may be left out. */
const CATEGORIES: Record<string, string[]> = { ar: ['one', 'two', 'few', 'many', 'other'] };

type Cases = Extract<MessageFormatElement, { options: unknown }>;

/** The plurals and selects of a message, at any depth. */
function casesIn(parts: readonly MessageFormatElement[]): Cases[] {
  return parts.flatMap((part) => {
    if (part.type !== TYPE.plural && part.type !== TYPE.select) return [];
    return [part, ...Object.values(part.options).flatMap(({ value }) => casesIn(value))];
  });
}

/** Everything that a message can be, with a 0 for each value. */
function saidBy(parts: readonly MessageFormatElement[]): string[] {
  let said = [''];
  for (const part of parts) {
    const pieces =
      part.type === TYPE.literal
        ? [part.value]
        : 'options' in part
          ? Object.values(part.options).flatMap(({ value }) => saidBy(value))
          : ['0'];
    said = said.flatMap((before) => pieces.map((piece) => `${before}${piece}`));
  }
  return said;
}

describe.each(Object.keys(LANGUAGES))('the catalogue %s.json', (language) => {
  const messages = messagesOf(language);

  it('has the messages of en.json in the same order, and no other', () => {
    expect([...messages.keys()]).toEqual([...english.keys()]);
  });

  it('uses the arguments of the English message', () => {
    const namesOf = (text = '') => [...argumentsOf(partsOf(text)).keys()].sort();
    const others = [...messages].filter(([path, text]) => namesOf(text).join() !== namesOf(english.get(path)).join());
    expect(others).toEqual([]);
  });

  it('has a form for each plural category of the language, unless it is the same for all numbers', () => {
    const wanted = CATEGORIES[language] ?? ['one', 'other'];
    const counted = [...messages.values()].flatMap((text) => casesIn(partsOf(text)).filter(({ type }) => type === TYPE.plural));
    expect(counted.length).toBeGreaterThan(30);
    const isWhole = ({ options }: Cases) => {
      const named = Object.keys(options).filter((name) => !name.startsWith('='));
      return named.length === 1 || wanted.every((category) => named.includes(category) || (category === 'one' && '=1' in options));
    };
    expect(counted.filter((plural) => !isWhole(plural)).map(({ options }) => Object.keys(options).join(' '))).toEqual([]);
  });

  it('selects only by cases of the English message', () => {
    const chosen = (text = '') =>
      casesIn(partsOf(text))
        .filter(({ type }) => type === TYPE.select)
        .flatMap(({ value, options }) => Object.keys(options).map((name) => `${value} ${name}`));
    const others = [...messages].flatMap(([path, text]) =>
      chosen(text).filter((name) => chosen(english.get(path)).length > 0 && !chosen(english.get(path)).includes(name)),
    );
    expect(others).toEqual([]);
  });
});

it.each([
  ['German', de.settings],
  ['Arabic', ar.settings],
  ['Spanish', es.settings],
  ['Portuguese', pt.settings],
  ['French', fr.settings],
])('states in %s that more posts are pending than counted, before a workspace is archived', (_name, settings) => {
  const said = settings.workspaces?.archiveWhat?.({ waiting: 1_001, shown: cappedCount(1_001), planned: 0 });
  expect(said).toMatch(/1\D?000\+/);
});

it('elides in French before a name with an initial vowel', () => {
  expect(fr.members.people?.({ account: 'Ada' })).toBe('Membres d’Ada');
  expect(fr.members.people?.({ account: 'Marie' })).toBe('Membres de Marie');
});

it('shares one file without imports between the languages', () => {
  expect(readFileSync(join(import.meta.dirname, '../lib/formatters.ts'), 'utf8')).not.toMatch(/\bimport\b.*['"(]/);
});

/** All that a language says, with a 0 for each value. */
const wordsOf = (language: string): string[] => [...messagesOf(language).values()].flatMap((text) => saidBy(partsOf(text)));

it('isolates the direction of quotations in Arabic, including their final full stop', () => {
  expect(ar.calendar?.movedTo?.({ title: 'Jazz at eight.', when: '9:00' })).toContain('«\u2068Jazz at eight.\u2069»');
  expect([...messagesOf('ar').values()].filter((text) => text.includes('«{'))).toEqual([]);
});

it('keeps amounts, handles and signed numbers intact in an Arabic sentence', () => {
  const words = over({ text: () => 'costs' }, { text: ({ piece }: { piece: string }) => `السعر ${piece}` }, true) as {
    text(values: { piece: string }): string;
  };
  const money = new Intl.NumberFormat('ar-u-nu-latn', { style: 'currency', currency: 'USD' }).format(0.15);
  expect(words.text({ piece: money })).toBe('السعر \u20660.15\u00A0US$\u2069');
  expect(words.text({ piece: '@harbour.test' })).toBe('السعر \u2066@harbour.test\u2069');
  expect(words.text({ piece: '25+' })).toBe('السعر \u206625+\u2069');
  expect(words.text({ piece: 'Ada' })).toBe('السعر Ada');
});

it('keeps the punctuation of a right-to-left title with it in a left-to-right sentence', () => {
  const english = { text: ({ title }: { title: string }) => `Failed: “${title}”` };
  const { text } = over(english, english, false) as typeof english;
  expect(text({ title: 'مرحبًا بكم…' })).toBe('Failed: “\u2068مرحبًا بكم…\u2069”');
  expect(text({ title: '\u2068مرحبًا بكم…\u2069' })).toBe('Failed: “\u2068مرحبًا بكم…\u2069”');
  expect(text({ title: 'مرحبًا بكم' })).toBe('Failed: “مرحبًا بكم”');
  expect(text({ title: 'Jazz at eight…' })).toBe('Failed: “Jazz at eight…”');
});

it('sets French punctuation with no-break spaces', () => {
  const words = wordsOf('fr');
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.filter((text) => /\p{L}[;!?»]|[\p{L}»] [;:!?»%]|«[ \u202F\p{L}\d]/u.test(text))).toEqual([]);
  // Behind a value.
  expect(words.filter((text) => /0 [;!»%]/.test(text))).toEqual([]);
  expect(fr.calendar?.timeHint?.({ zone: 'Amsterdam' })).toContain('Fuseau horaire\u00A0: Amsterdam.');
  expect(fr.calendar?.movedTo?.({ title: 'Jazz', when: '9:00' })).toBe('«\u00A0Jazz\u00A0» déplacé\u00A0: 9:00.');
});

it('uses one French word for each term', () => {
  const others = /passkey|exploitant|admettr|codes? de secours/iu;
  expect(wordsOf('fr').filter((text) => others.test(text))).toEqual([]);
});

it('falls back to English where another language has no translation', () => {
  const english = { title: 'Approvals', states: { on: 'On', off: 'Off' }, keys: ['a', 'b'] };
  expect(over(english, { states: { on: 'An' } })).toEqual({ title: 'Approvals', states: { on: 'An', off: 'Off' }, keys: ['a', 'b'] });
});
