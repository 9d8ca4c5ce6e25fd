import fc from 'fast-check';
import { expect } from 'vitest';
import { composeCaptions } from '../../captions/embedded/compose-captions.ts';
import { createBlueskyPlatform } from '../../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../../platforms/bluesky/bluesky-rules.ts';
import { networkWords } from '../../platforms/network-words.ts';
import type { Platform, PlatformRule } from '../../platforms/platform.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { fitsLimits, textLimits } from '../../platforms/text/text-limits.ts';
import { knownIn, lettersOf, statementsOf } from '../database/post-statements.ts';
import { readable, wild } from '../inputs/any-source.ts';
import { createTestOutbound } from '../test-outbound.ts';

const bluesky = createBlueskyPlatform(blueskyRules, createTestOutbound());
const rule = (change: Partial<PlatformRule>): PlatformRule => ({
  field: 'text',
  max: 280,
  unit: 'weighted',
  source: 'test',
  checkedOn: '2026-11-21',
  confidence: 'documented',
  ...change,
});
const ruled = (id: string, rules: PlatformRule[], tagsIn: 'text' | 'field' = 'text'): Platform => ({
  ...bluesky,
  ...networkWords({ ...blueskyRules, id, limits: rules, tagsIn }),
});

/** Every way of counting, and limits that leave room for almost nothing. */
const PLATFORMS: Platform[] = [
  bluesky,
  ruled('sandbox', [...sandboxRules.limits]),
  ruled('weighted', [rule({}), rule({ field: 'thread', max: 25, unit: 'items' })]),
  ruled('links weigh 23', [rule({ max: 500, unit: 'graphemes', urlWeight: 23 })]),
  ruled('one tag in a field', [rule({ max: 100, unit: 'utf16' }), rule({ field: 'tags', max: 1, unit: 'items' })], 'field'),
  ruled('tiny', [rule({ max: 9, unit: 'bytes' })]),
];

async function write(sourceText: string, link: string | null = null) {
  return composeCaptions({ sourceText, link, platforms: PLATFORMS, tone: null, language: null });
}

/** Properties of captions of any source; each is tested on this many. */
export const WORDS_OF_ANY_SOURCE: Record<string, (sources: number) => Promise<void>> = {
  'no limit is ever broken and no text is ever ill-formed': (numRuns) =>
    fc.assert(
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
      { numRuns },
    ),

  'the same source gives the same words': (numRuns) =>
    fc.assert(
      fc.asyncProperty(fc.oneof(readable, wild), async (source) => {
        expect(await write(source)).toEqual(await write(source));
      }),
      { numRuns },
    ),

  'no link, no number, no word and no half of one is new': (numRuns) =>
    fc.assert(
      fc.asyncProperty(readable, fc.constantFrom(null, 'https://example.dk/given?x=1'), async (source, link) => {
        const isKnown = knownIn(source, ['https://example.net/read', link]);
        const parts = (await write(source, link)).flatMap(({ text, thread }) => [text, ...thread]);
        expect(parts.flatMap(statementsOf).filter((statement) => !isKnown(statement))).toEqual([]);
      }),
      { numRuns },
    ),

  'a tag is made of words that stand in the source side by side': (numRuns) =>
    fc.assert(
      fc.asyncProperty(readable, async (source) => {
        const letters = lettersOf(source).toLowerCase();
        const tags = (await write(source)).flatMap((caption) => caption.tags);
        expect(tags.filter((tag) => !letters.includes(lettersOf(tag).toLowerCase()))).toEqual([]);
      }),
      { numRuns },
    ),
};
