import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../../platforms/registry.ts';
import { checkSafety } from '../../safety/check-safety.ts';
import { countIndependently } from '../../testing/database/count-independently.ts';
import { knownIn, lettersOf, statementsOf } from '../../testing/database/post-statements.ts';
import { testPlatforms } from '../../testing/platforms.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';

const FOLDER = join(import.meta.dirname, 'texts');
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.txt', ''));
const read = (name: string): string => readFileSync(join(FOLDER, `${name}.txt`), 'utf8');
const ALL = NAMES.map(read).join('\n\n');
/** Every text, and all of them combined into one of 100 KB. */
const CORPUS: [string, string][] = [
  ...NAMES.map((name): [string, string] => [name, read(name)]),
  ['everything-100-kb', ALL.repeat(Math.ceil(100_000 / ALL.length)).slice(0, 100_000)],
];

// Violations of texts of which nothing fits, left to a person.
const BEYOND_WORDS = ['text_empty', 'media_missing', 'tags_missing', 'title_too_short', 'title_missing', 'setting_missing'];
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const platforms = testPlatforms();

const write = (sourceText: string) => composeCaptions({ sourceText, link: null, platforms, tone: null, language: null });

const ENTITIES: Record<string, string> = { ndash: '–', amp: '&', rsquo: '’', ldquo: '“', rdquo: '”', euro: '€', copy: '©' };

/** The source as its reader sees it: without HTML tags, and with character references resolved. */
function asRead(source: string): string {
  return (
    source
      .replace(/<style>.*?<\/style>/gs, ' ')
      .replace(/<a href="([^"]*)">/g, ' $1 ')
      .replace(/<[a-zA-Z/][^>]*>/g, ' ')
      .replace(/&([a-z]+);/g, (written, name) => ENTITIES[name] ?? written)
      // A URL is separated, also in scripts without spaces.
      .replace(/(https?:\/\/[!-~]+)(?=\p{Script=Hiragana})/gu, '$1 ')
      .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 $2')
  );
}

it('the corpus holds at least 40 texts, and there are at least 22 networks', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(40);
  expect(platforms.length).toBe(NETWORKS.length);
});

describe.each(CORPUS)('%s', (_name, source) => {
  it('becomes a post within every network’s limits, by a count that is not our own', async () => {
    const captions = await write(source);
    expect(captions).toHaveLength(platforms.length);
    for (const [index, { text, thread, tags }] of captions.entries()) {
      const platform = platforms[index];
      if (!platform) throw new Error('There are as many captions as platforms.');
      const post = { text, thread, tags, link: null };
      expect([platform.id, ...countIndependently(platform, post)]).toEqual([platform.id]);
      // No text can fix these: a missing picture, a tag that the text lacks, a title of one letter or of one
      // endless word.
      const faults = platform.validate(post).map(({ code }) => code);
      expect([platform.id, ...faults.filter((code) => !BEYOND_WORDS.includes(code))]).toEqual([platform.id]);
    }
  });

  it('is never cut within a character, and adds nothing to the source', async () => {
    const plain = asRead(source);
    const isKnown = knownIn(`${source}\n${plain}`, []);
    const spaced = plain.replace(/\s+/g, ' ');
    const letters = lettersOf(plain);
    for (const { platform, text, thread } of await write(source)) {
      for (const part of [text, ...thread]) {
        expect([platform, ...statementsOf(part).filter((statement) => !isKnown(statement))]).toEqual([platform]);
        expect(part.isWellFormed()).toBe(true);
        for (const line of part.split('\n').filter((written) => written.endsWith('…') && !source.includes(written))) {
          const kept = line.slice(0, -1).replace(/^• /, '');
          const end = spaced.indexOf(kept) + kept.length;
          expect([platform, letters.includes(lettersOf(kept))]).toEqual([platform, true]);
          if (spaced.includes(kept))
            expect([platform, kept, graphemes.segment(spaced).containing(end)?.index]).toEqual([platform, kept, end]);
        }
      }
    }
  });
});

it('the safety checks block none of these texts', async () => {
  const findings = await checkSafety(CORPUS.map(([name, text]) => ({ platform: null, field: name, text })));
  expect(findings.filter(({ severity, field }) => severity === 'block' && field !== 'everything-100-kb')).toEqual([]);
});
