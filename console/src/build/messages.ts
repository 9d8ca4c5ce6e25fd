import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A part of a catalogue: messages in ICU's format, by key. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };
/** What an argument must be: the strictest of its uses in all languages. */
export type Argument = { kind: 'text' | 'choice' | 'boolean' | 'number'; mayBeMissing: boolean };
export type Arguments = Map<string, Argument>;

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;
const CATALOGUES = join(import.meta.dirname, '../languages');
const OUTPUT = join(import.meta.dirname, '../messages');
/** The case of a `select` for a value that is null or empty. */
const MISSING = 'none';
const STRICTNESS = ['text', 'choice', 'boolean', 'number'] as const;

export const catalogueOf = (language: string): Record<string, Tree> =>
  JSON.parse(readFileSync(join(CATALOGUES, `${language}.json`), 'utf8')) as Record<string, Tree>;

/** The message in parts. Tags are text: "<API key>" is to be read. */
export function partsOf(message: string): MessageFormatElement[] {
  try {
    return parse(message, { ignoreTag: true, shouldParseSkeletons: false });
  } catch (error) {
    throw new Error(`"${message}" is no ICU message: ${(error as Error).message}`);
  }
}

/** All messages below, by their paths. */
export function messagesIn(tree: Tree, path: string): [path: string, message: string][] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree).flatMap(([key, below]) => messagesIn(below, `${path}.${key}`));
}

function add(found: Arguments, name: string, kind: Argument['kind'], mayBeMissing = false): void {
  const before = found.get(name);
  const strictest = STRICTNESS[Math.max(STRICTNESS.indexOf(kind), STRICTNESS.indexOf(before?.kind ?? 'text'))] ?? kind;
  found.set(name, { kind: strictest, mayBeMissing: mayBeMissing || (before?.mayBeMissing ?? false) });
}

/** The arguments of a message, and what they must be. */
export function argumentsOf(parts: readonly MessageFormatElement[], found: Arguments = new Map()): Arguments {
  for (const part of parts) {
    if (part.type === TYPE.literal || part.type === TYPE.pound) continue;
    if (part.type === TYPE.argument) add(found, part.value, 'text');
    else if (part.type === TYPE.number) add(found, part.value, 'number');
    else if (part.type === TYPE.plural) add(found, part.value, 'number');
    else if (part.type === TYPE.select) {
      const cases = Object.keys(part.options);
      add(found, part.value, cases.includes('true') ? 'boolean' : cases.includes(MISSING) ? 'text' : 'choice', cases.includes(MISSING));
    } else throw new Error(`"${part.value}": dates and times are passed as text, written by the functions of lib/time.`);
    if ('options' in part) for (const { value } of Object.values(part.options)) argumentsOf(value, found);
  }
  return found;
}

const TYPES = { text: 'string | number', choice: 'string', boolean: 'boolean', number: 'number' };

function typeOf(all: Arguments): string {
  const fields = [...all].map(([name, { kind, mayBeMissing }]) => {
    if (!mayBeMissing) return `${name}: ${TYPES[kind]}`;
    return `${name}: ${kind === 'number' ? 'number' : 'string'} | null | undefined`;
  });
  return `{ ${fields.join('; ')} }`;
}

const escaped = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, '\\$&');

/** The expression of a message: a template without parsing, for the browser. */
function expressionOf(parts: readonly MessageFormatElement[], needs: Arguments, counted = ''): string {
  const pieces = parts.map((part) => {
    switch (part.type) {
      case TYPE.literal:
        return escaped(part.value);
      case TYPE.argument:
        return `\${v.${part.value}}`;
      case TYPE.number:
        return `\${number(v.${part.value})}`;
      case TYPE.pound:
        return `\${number(v.${counted})}`;
      case TYPE.plural:
        if (part.offset !== 0 || part.pluralType !== 'cardinal')
          throw new Error(`"${part.value}": neither offsets nor ordinals are built.`);
        return `\${plural(v.${part.value}, ${casesOf(part.options, needs, part.value)})}`;
      case TYPE.select:
        return `\${${selected(part.value, part.options, needs, counted)}}`;
      default:
        throw new Error('Not a part of a message.');
    }
  });
  return `\`${pieces.join('')}\``;
}

type Options = Record<string, { value: MessageFormatElement[] }>;

function casesOf(options: Options, needs: Arguments, counted: string): string {
  const cases = Object.entries(options).map(([name, { value }]) => `'${name}': ${expressionOf(value, needs, counted)}`);
  return `{ ${cases.join(', ')} }`;
}

function selected(name: string, options: Options, needs: Arguments, counted: string): string {
  const { true: whenTrue, none, other, ...others } = options;
  const one = whenTrue ?? none;
  if (!one || !other || Object.keys(others).length > 0) return `select(v.${name}, ${casesOf(options, needs, counted)})`;
  const isOther = whenTrue ? `!v.${name}` : needs.get(name)?.kind === 'number' ? `v.${name} != null` : `v.${name}`;
  return `${isOther} ? ${expressionOf(other.value, needs, counted)} : ${expressionOf(one.value, needs, counted)}`;
}

/** The source of a part: texts as they are, and a function for each message with arguments. */
function sourceOf(tree: Tree, path: string, typed: ReadonlyMap<string, Arguments>, isEnglish: boolean): string {
  if (typeof tree !== 'string') {
    const isList = Array.isArray(tree);
    const entries = Object.entries(tree).map(([key, below]) => {
      const source = sourceOf(below, `${path}.${key}`, typed, isEnglish);
      return isList ? source : `'${key}': ${source}`;
    });
    return isList ? `[${entries.join(', ')}]` : `{\n${entries.join(',\n')}\n}`;
  }
  const parts = partsOf(tree);
  const needs: Arguments = typed.get(path) ?? new Map();
  const expression = expressionOf(parts, needs);
  return needs.size === 0 ? expression : `(v${isEnglish ? `: ${typeOf(needs)}` : ''}): string => ${expression}`;
}

const HEADER = '// Generated from console/src/languages by console/src/build/messages.ts. Do not edit.';

/** What the arguments of each English message must be, by the uses of all languages. */
export function argumentsByPath(catalogues: ReadonlyMap<string, Record<string, Tree>>): Map<string, Arguments> {
  const found = new Map(messagesIn(catalogues.get('en') ?? {}, '').map(([path, message]) => [path, argumentsOf(partsOf(message))]));
  for (const [language, catalogue] of catalogues) {
    for (const [path, message] of messagesIn(catalogue, '')) {
      const needs = found.get(path);
      if (!needs) throw new Error(`${language}.json has ${path.slice(1)}, and en.json does not.`);
      const names = new Set(needs.keys());
      argumentsOf(partsOf(message), needs);
      const others = [...needs.keys()].filter((name) => !names.has(name));
      if (others.length > 0) throw new Error(`${language}.json: ${path.slice(1)} uses {${others.join('}, {')}}, which en.json does not.`);
    }
  }
  return found;
}

/** Only the functions that a file uses: the compiler refuses others. */
const used = (source: string): string[] => ['number', 'plural', 'select'].filter((name) => source.includes(`\${${name}(`));

function englishPart(name: string, tree: Tree, typed: ReadonlyMap<string, Arguments>): string {
  const source = sourceOf(tree, `.${name}`, typed, true);
  const functions = used(source);
  return [
    HEADER,
    `import { ${[...functions, 'say'].join(', ')} } from '../../lib/catalogue.ts';`,
    `export const texts = say('${name}', ${source});`,
    '',
  ].join('\n');
}

/** "d’Ada", "de Marie": French elides before a value that begins with a vowel. The translator writes "de {name}". */
const ELIDED = /(?<![\p{L}’])(de|que) \$\{v\.(\w+)\}/gu;
const ELISION = `const elided = (word: string, value: string | number): string =>
  /^[aeiouàâéèêëîïôöûü]/i.test(String(value)) ? \`\${word.slice(0, -1)}’\${value}\` : \`\${word} \${value}\`;`;

function otherLanguage(language: string, catalogue: Record<string, Tree>, typed: ReadonlyMap<string, Arguments>): string {
  const isFrench = language === 'fr';
  const plain = sourceOf(catalogue, '', typed, false);
  const source = isFrench ? plain.replaceAll(ELIDED, (_, word, name) => `\${elided('${word}', v.${name})}`) : plain;
  const functions = used(source);
  return [
    HEADER,
    "import type { Formatters } from '../lib/formatters.ts';",
    "import type { Messages } from './en/index.ts';",
    ...(isFrench ? [ELISION] : []),
    `export const messages = (${functions.length > 0 ? `{ ${functions.join(', ')} }` : '_'}: Formatters): Messages => (${source});`,
    '',
  ].join('\n');
}

function index(parts: readonly string[]): string {
  const named = parts.map((part, place) => [part, `part${place}`] as const);
  return [
    HEADER,
    "import type { Spoken } from '../../lib/catalogue.ts';",
    ...named.map(([part, name]) => `import type { texts as ${name} } from './${part}.ts';`),
    `export interface Messages {\n${named.map(([part, name]) => `  '${part}': Spoken<typeof ${name}>;`).join('\n')}\n}`,
    '',
  ].join('\n');
}

/** Writes `src/messages`: a file for each English part, which comes with its page, and one for each other language. */
export function writeMessages(): void {
  const catalogues = new Map(LANGUAGES.map((language) => [language as string, catalogueOf(language)]));
  const typed = argumentsByPath(catalogues);
  const english = Object.entries(catalogues.get('en') ?? {});
  const files = new Map([['en/index.ts', index(english.map(([part]) => part))]]);
  for (const [part, tree] of english) files.set(`en/${part}.ts`, englishPart(part, tree, typed));
  for (const [language, catalogue] of catalogues)
    if (language !== 'en') files.set(`${language}.ts`, otherLanguage(language, catalogue, typed));
  mkdirSync(join(OUTPUT, 'en'), { recursive: true });
  for (const [name, source] of files) {
    const path = join(OUTPUT, name);
    if (sourceAt(path) !== source) writeFileSync(path, source);
  }
}

/** A file that is unchanged is not written again: watchers would build it again. */
function sourceAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
