import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked, over } from '../lib/catalogue.ts';
import { translation as ar } from './ar/index.ts';
import { translation as de } from './de/index.ts';
import { translation as es } from './es/index.ts';
import { translation as fr } from './fr/index.ts';
import { translation as pt } from './pt/index.ts';
import type { Translation } from './translation.ts';

// Texts are registered when their module is loaded.
import.meta.glob(['../{app,components,features,lib}/**/{texts,*-texts,*-words,states}.ts'], { eager: true });

/** Same as in English: names, symbols, and texts built by Intl or from translated parts. */
const AS_IN_ENGLISH = [
  'components.altText',
  'app.brand',
  'app.newsShort',
  // Shown when no other language could be loaded.
  'app.languageMissed',
  'comments.kinds.person',
  'agents.webhooks',
  'calendar.dayName',
  'calendar.dayShort',
  'calendar.periodName',
  'calendar.dayNumber',
  'credits.priceOf',
  'credits.chart.columnOf',
  'credits.chart.dayShort',
  'drafts.state',
  'jobs.state',
  'notifications.by',
  'security.failedBy',
  'webhooks.title',
];
/** Texts that are equal in both. */
const SAME: Record<string, string[]> = {
  de: ['audit.id', 'connections.how.fields', 'grant.code', 'security.passkeys'],
  ar: [],
  es: ['audit.id', 'connections.how.fields'],
  pt: ['audit.id', 'connections.how.fields'],
  fr: ['audit.id', 'connections.how.fields', 'grant.code'],
};

/** The desk includes these among its own texts; they are a separate part. */
const SENDING = /^approvals\.(?:done|undo|sendNow|sending|held|failed|pageSlept|pageLeft|look|close)(?:\.|$)/;

/** Every text below, as its path and itself; a list is one text. */
function textsIn(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  // The colour of a state is no word.
  return Object.entries(value).flatMap(([key, below]) => (key === 'tone' ? [] : textsIn(below, `${path}.${key}`)));
}

describe.each([
  ['German', 'de', de],
  ['Arabic', 'ar', ar],
  ['Spanish', 'es', es],
  ['Portuguese', 'pt', pt],
  ['French', 'fr', fr],
])('%s', (_name, folder, translation) => {
  const english = new Map([...asked].flatMap(([part, texts]) => textsIn(texts, part)).filter(([path]) => !SENDING.test(path)));
  const spoken = new Map(Object.entries(translation).flatMap(([part, texts]) => textsIn(texts, part)));

  it('has a word for what the console says, and none for what it does not say', () => {
    expect(english.size).toBeGreaterThan(1_000);
    const missing = [...english.keys()].filter((path) => !spoken.has(path));
    expect(missing.sort()).toEqual([...AS_IN_ENGLISH, ...(SAME[folder] ?? [])].sort());
    expect([...spoken.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('says a sentence where there is one, and computes it from the same values', () => {
    const others = [...spoken].filter(([path, text]) => typeof text !== typeof english.get(path));
    expect(others.map(([path]) => path)).toEqual([]);
    const lists = [...spoken].filter(([path, text]) => Array.isArray(text) && text.length !== (english.get(path) as unknown[]).length);
    expect(lists.map(([path]) => path)).toEqual([]);
  });

  it('imports nothing but its own helpers while it runs, since the whole console waits for it', () => {
    const files = globSync(`${folder}/*.ts`, { cwd: import.meta.dirname });
    const imports = files.flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^import (?!type ).*'(.*)';/gm)].map(([, from = '']) => from),
    );
    expect(imports.length).toBeGreaterThan(10);
    expect(imports.filter((from) => !from.startsWith('./') && from !== '../words-of.ts')).toEqual([]);
  });
});

it.each([
  ['English', asked.get('settings') as Translation['settings']],
  ['German', de.settings],
  ['Arabic', ar.settings],
  ['Spanish', es.settings],
  ['Portuguese', pt.settings],
  ['French', fr.settings],
])('says in %s that more posts wait than are counted, before their workspace is archived', (_name, settings) => {
  expect(settings?.workspaces?.archiveWhat?.(1_001, 0)).toMatch(/1\D?000\+/);
});

it('shares between the languages one file, which imports nothing', () => {
  expect(readFileSync(join(import.meta.dirname, 'words-of.ts'), 'utf8')).not.toMatch(/\bimport\b.*['"(]/);
});

it('isolates the direction of quotations in Arabic, with their full stop at their own end', () => {
  expect(ar.calendar?.movedTo?.('Jazz at eight.', '9:00')).toContain('«\u2068Jazz at eight.\u2069»');
  const files = globSync('ar/*.ts', { cwd: import.meta.dirname }).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  expect(files.flatMap((file) => file.match(/«\$\{.*/g) ?? [])).toEqual([]);
});

it('keeps money, handles and numbers with a sign as they are written within an Arabic sentence', () => {
  const words = over({ text: (piece: string) => `costs ${piece}` }, { text: (piece: string) => `السعر ${piece}` }, true) as {
    text(piece: string): string;
  };
  const money = new Intl.NumberFormat('ar-u-nu-latn', { style: 'currency', currency: 'USD' }).format(0.15);
  expect(words.text(money)).toBe('السعر \u20660.15\u00A0US$\u2069');
  expect(words.text('@harbour.test')).toBe('السعر \u2066@harbour.test\u2069');
  expect(words.text('Ada')).toBe('السعر Ada');
  expect(ar.approvals?.position?.({ index: 4, of: '25+' })).toBe('4 من \u206625+\u2069');
});

it('sets French signs with the spaces that belong to them, none of which breaks a line', () => {
  const files = globSync('fr/*.ts', { cwd: import.meta.dirname }).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const words = files.flatMap((file) => file.match(/'[^'\n]*'|`[^`]*`/g) ?? []).map((text) => text.replaceAll(/\$\{[^}]*\}/g, '0'));
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.filter((text) => /\p{L}[;!?»]|[\p{L}»] [;:!?»%]|«[ \u202F\p{L}\d]/u.test(text))).toEqual([]);
  // Behind a value.
  expect(files.flatMap((file) => file.match(/\} [;!»%].*/g) ?? [])).toEqual([]);
  expect(fr.calendar?.timeHint?.('Amsterdam')).toContain('Fuseau horaire\u00A0: Amsterdam.');
  expect(fr.calendar?.movedTo?.('Jazz', '9:00')).toBe('«\u00A0Jazz\u00A0» déplacé\u00A0: 9:00.');
});

it('keeps to one French word for each term', () => {
  const files = globSync('fr/*.ts', { cwd: import.meta.dirname }).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const others = /passkey|exploitant|admettr|codes? de secours/iu;
  expect(files.flatMap((file) => file.match(/'[^'\n]*'|`[^`]*`/g) ?? []).filter((text) => others.test(text))).toEqual([]);
});

it('falls back to English where another language has no translation', () => {
  const english = { title: 'Approvals', states: { on: 'On', off: 'Off' }, keys: ['a', 'b'] };
  expect(over(english, { states: { on: 'An' } })).toEqual({ title: 'Approvals', states: { on: 'An', off: 'Off' }, keys: ['a', 'b'] });
});
