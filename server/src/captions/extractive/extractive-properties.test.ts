import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlueskyPlatform } from '../../platforms/bluesky/bluesky-platform.ts';
import { findFacets } from '../../platforms/facets.ts';
import type { Platform, PlatformRule } from '../../platforms/platform.ts';
import { SANDBOX_RULES } from '../../platforms/sandbox/sandbox-platform.ts';
import { fitsLimits, textLimits } from '../../platforms/text-limits.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';

const RUNS = 2000;
const TIMEOUT_MS = 120_000;
const generator = createExtractiveGenerator();
const bluesky = createBlueskyPlatform();
const rule = (change: Partial<PlatformRule>): PlatformRule => ({ field: 'text', max: 280, unit: 'weighted', source: 'test', checkedOn: '2026-11-21', confidence: 'documented', ...change });
const ruled = (id: string, rules: PlatformRule[], tagsIn: 'text' | 'field' = 'text'): Platform => ({ ...bluesky, id, rules, tagsIn });

/** Every way of counting, and limits that leave room for almost nothing. */
const PLATFORMS: Platform[] = [
  bluesky,
  ruled('sandbox', SANDBOX_RULES),
  ruled('weighted', [rule({}), rule({ field: 'thread', max: 25, unit: 'items' })]),
  ruled('links weigh 23', [rule({ max: 500, unit: 'graphemes', urlWeight: 23 })]),
  ruled('one tag in a field', [rule({ max: 100, unit: 'utf16' }), rule({ field: 'tags', max: 1, unit: 'items' })], 'field'),
  ruled('tiny', [rule({ max: 9, unit: 'bytes' })]),
];

async function write(sourceText: string, link: string | null = null) {
  return generator.generate({ sourceText, link, platforms: PLATFORMS, tone: null, language: null });
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('harbour', 'Tide', 'table', 'the', 'of', 'is', 'Esbjerg', 'opens', 'night', 'ferry', 'a', 'North', 'Sea', 'sails') },
  { weight: 2, arbitrary: fc.constantFrom('港の図書館', 'مرحبا', 'ภาษาไทย', 'Fähre', 'é̂', '👩‍👩‍👧‍👦', '🇩🇰🇳🇱', '12', '3,100', '4.5', '50%', '€79', 'v2.4.1') },
  { weight: 1, arbitrary: fc.constantFrom('https://example.org/a', 'https://example.com/b_(c)?d=e', '#harbour', '@skipper.test', '`code`', '**bold**', '_soft_') },
);
const sentence = fc.tuple(fc.array(word, { minLength: 1, maxLength: 25 }), fc.constantFrom('.', '!', '?', ':', '。', '')).map(([words, end]) => words.join(' ') + end);
const block = fc.oneof(
  { weight: 3, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(' ')) },
  { weight: 1, arbitrary: sentence.map((text) => `# ${text}`) },
  { weight: 1, arbitrary: fc.array(sentence, { maxLength: 5 }).map((items) => items.map((item) => `- ${item}`).join('\n')) },
  { weight: 1, arbitrary: sentence.map((text) => `[${text}](https://example.net/read)`) },
);
/** Text that reads like text. */
const readable = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));
/** Text that reads like nothing: markup in pieces, and all of Unicode. */
const wild = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\n', '\n\n', '# ', '- ', '1. ', '> ', '```', '---', '[', '](', ')', '![', '<a href="', '">', '</a>', '<p>', '<script>', '&#x', ';', '<!--', '**', '_', '`', '|', '\\'),
      fc.constantFrom('https://', 'https://example.org/', '#', '@', '. ', ' ', 'a', 'Tide', '日本', '9'),
    ),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(''));

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}\p{Emoji_Presentation}]/gu, '');
const withoutNumbering = (text: string): string => text.replace(/\n\n\d\/\d$/, '');

describe('whatever the source', () => {
  it('no limit is ever broken and no text is ever ill-formed', { timeout: TIMEOUT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(readable, wild), async (source) => {
        const captions = await write(source);
        for (const [index, { text, thread, tags }] of captions.entries()) {
          const { rules } = PLATFORMS[index] ?? bluesky;
          const parts = [text, ...thread];
          const isSound = parts.every((part) => fitsLimits(part, textLimits(rules)) && part.isWellFormed() && !part.includes('\0'));
          expect(isSound && tags.every((tag) => fitsLimits(tag, textLimits(rules, 'tag')))).toBe(true);
        }
        const [first] = captions;
        const post = { text: first?.text ?? '', tags: first?.tags ?? [], thread: first?.thread ?? [], link: null };
        expect(bluesky.validate(post).filter(({ code }) => code !== 'text_empty')).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('the same source gives the same words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(readable, wild), async (source) => {
        expect(await write(source)).toEqual(await write(source));
      }),
      { numRuns: 200 },
    );
  });

  it('nothing is in the words that is not in the source: no link, no number, no word, no half of one', { timeout: TIMEOUT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(readable, fc.constantFrom(null, 'https://example.dk/given?x=1'), async (source, link) => {
        const plain = source.replace(/[*`_[\]]/g, ' ');
        const words = new Set([''].concat(plain.split(/[\s()]+/).map(lettersOf)));
        const numbers = new Set(plain.match(/\p{Nd}+/gu));
        const links = new Set([...findFacets(source), ...findFacets(plain)].map(({ target }) => target).concat('https://example.net/read', link ?? []));
        for (const { text, thread } of await write(source, link)) {
          for (const part of [text, ...thread].map(withoutNumbering)) {
            const facets = findFacets(part);
            for (const { kind, target } of facets) if (kind === 'link') expect(links).toContain(target);
            const spoken = facets.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, part);
            for (const number of spoken.match(/\p{Nd}+/gu) ?? []) expect(numbers).toContain(number);
            for (const token of spoken.split(/[\s()]+/).map(lettersOf)) {
              if (!/[\p{Script=Han}\p{Script=Thai}\p{Emoji_Presentation}]/u.test(token)) expect(words).toContain(token);
            }
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('a tag is made of words that stand in the source side by side', async () => {
    await fc.assert(
      fc.asyncProperty(readable, async (source) => {
        const letters = lettersOf(source).toLowerCase();
        for (const { tags } of await write(source)) for (const tag of tags) expect(letters).toContain(lettersOf(tag).toLowerCase());
      }),
      { numRuns: 500 },
    );
  });
});

describe('however long the source', () => {
  const fixtures = join(import.meta.dirname, 'fixtures');
  const repeat = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const millisecondsFor = async (source: string): Promise<number> => {
    const started = process.cpuUsage();
    await generator.generate({ sourceText: source, link: null, platforms: [bluesky], tone: null, language: null });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };

  // Ten times what is measured, so that a busy machine does not fail them; a quadratic step takes minutes.
  it.each(readdirSync(fixtures))('100 KB of %s take a moment', async (name) => {
    expect(await millisecondsFor(repeat(`${readFileSync(join(fixtures, name), 'utf8')}\n\n`, 100_000))).toBeLessThan(2_500);
  });

  it.each([
    'a', '.', '*', '**a', '_', '_a ', '`', '[', '](', '![', '[a](b', '<', '<a ', '<a>', '</a>', '<h1>', '<script>', '<!--', '&#', '# ', '- ', '1. ', '> ', '|',
    '\n', '\n\n', ' ', '(', ')', '"', '~~', ':a', '@', '@a.', '#a ', 'https://', 'https://a.b ', '日', '👩‍👩‍👧', 'A. ', 'Mr. ', '```\n', 'x\n===\n', '[a]: b\n', '(#1)', '\\*', '--', 'a/', '1 ',
  ])('100 KB of nothing but %j take a moment', async (run) => {
    expect(await millisecondsFor(repeat(run, 100_000))).toBeLessThan(2_500);
  });
});
