import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import type { Platform } from '../../platforms/platform.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';

const POSTS = readFileSync(join(import.meta.dirname, 'short-posts.txt'), 'utf8')
  .split(/^~\n/m)
  .map((post) => post.trimEnd());
const ALL = NETWORKS.map(createWordsOnlyPlatform);
const network = (id: string): Platform => ALL.find((platform) => platform.id === id) ?? expect.fail(`There is no network ${id}.`);

function write(sourceText: string, platforms: Platform[] = ALL, voice: Partial<Voice> = {}, link: string | null = null) {
  return composeCaptions({ sourceText, link, platforms, tone: null, language: null, voice: { ...PLAIN_VOICE, ...voice } });
}

async function writeOn(id: string, sourceText: string, voice: Partial<Voice> = {}) {
  const [caption] = await write(sourceText, [network(id)], voice);
  if (!caption) throw new Error('There is no caption.');
  const { text, thread, omissions = [], tags, keptPercent } = caption;
  const spans = omissions.map(({ start, end }) => sourceText.slice(start, end));
  return { text, thread, tags, keptPercent, omissions, spans, reasons: omissions.map(({ reason }) => reason) };
}

describe('an ordinary short post', () => {
  it('occurs at least forty times', () => expect(POSTS.length).toBeGreaterThanOrEqual(40));

  it.each(POSTS)('is published unchanged on every network: %j', async (post) => {
    for (const { platform, text, thread, omissions } of await write(post)) {
      expect([platform, text, thread, omissions]).toEqual([platform, post.trim(), [], []]);
    }
  });

  it.each([
    'Opening hours\n---\nMonday 9 to 17\nTuesday closed',
    'Opening hours\n===\nMonday 9 to 17',
    'The first of two lines.\nThe second.\n---\nMonday 9 to 17',
    '---\nNote: we are closed on Monday\n---\nSee you on Tuesday!',
    '---\nWe are open\n---\nThe harbour opens on Friday.',
  ])('keeps its line breaks: %j', async (post) => {
    expect(await writeOn('mastodon', post)).toMatchObject({ text: post, omissions: [] });
  });

  it('becomes a thread if there is no room for it, with every word', async () => {
    const post = POSTS.filter((each) => !each.includes('#'))
      .slice(0, 14)
      .join('\n\n');
    const { text, thread, omissions } = await writeOn('mastodon', post);
    const written = [text, ...thread].map((part) => part.replace(/\n\n\d+\/\d+$/, '')).join('');
    expect(thread.length).toBeGreaterThan(0);
    expect(written.replace(/\s/g, '')).toBe(post.replace(/\s/g, ''));
    expect(omissions).toEqual([]);
  });
});

describe('only the refused part is removed', () => {
  it.each([
    ['youtube', 'Prices > 20 are rare, says <Anna>.', 'Prices › 20 are rare, says ‹Anna›.', ['>', '<', '>']],
    ['google_business', 'Book a table: +45 75 12 34 56. We are open.', 'Book a table:. We are open.', ['+45 75 12 34 56']],
    ['instagram', '#a1 #b2 #c3 #d4 #e5 and #f6 are in', '#a1 #b2 #c3 #d4 #e5 and f6 are in', ['#f6']],
    ['instagram', 'Tide is in #a1 #b2 #c3 #d4 #e5 #f6 #g7', 'Tide is in #a1 #b2 #c3 #d4 #e5', ['#f6', '#g7']],
  ])('on %s', async (id, post, text, left) => {
    const written = await writeOn(id, post);
    expect(written).toMatchObject({ text, reasons: left.map(() => 'refused') });
    expect(written.spans).toEqual(left);
    expect(
      network(id)
        .validate({ text, tags: written.tags, thread: [], link: null })
        .filter(({ field }) => field === 'text'),
    ).toEqual([]);
  });

  it('keeps an excess mention as a plain name', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `@guest_${String.fromCharCode(97 + index)}`);
    const { text, spans } = await writeOn('instagram', `Thank you ${names.join(', ')}!`);
    expect(text).toBe(`Thank you ${names.slice(0, 20).join(', ')}, ${names[20]?.slice(1)}!`);
    expect(spans).toEqual([names[20]]);
  });
});

describe('markup', () => {
  it('does not make a line below a heading part of the heading', async () => {
    const { text } = await writeOn('mastodon', 'Opening hours\n---\nMonday **9** to 17.\nTuesday closed.\n---\nSee you!');
    expect(text).toBe('Opening hours\nMonday 9 to 17.\nTuesday closed.\nSee you!');
  });

  it('reports the omitted front matter of a page', async () => {
    const page = '---\ntitle: Big news\ndate: 2026-11-20\nauthor: Ada\n---\nThe harbour opens on Friday.';
    const { text, spans, reasons } = await writeOn('mastodon', page);
    expect([text.startsWith('Big news\n\nThe harbour opens on Friday.'), reasons]).toEqual([true, ['furniture']]);
    expect(spans).toEqual(['2026-11-20\nauthor: Ada']);
  });

  it.each([
    ['**Big** sale at [our shop](https://shop.example/sale)', 'Big sale at our shop (https://shop.example/sale)'],
    ['# Boats\n\nThe *last* one leaves at `18:00`.', 'Boats\n\nThe last one leaves at 18:00.'],
    ['Two<br>lines &amp; <b>more</b>', 'Two\nlines & more'],
    ['| Day | Hours |\n|---|---|\n| Monday | 9 to 17 |\n| Tuesday | closed |', '• Monday · Hours: 9 to 17\n• Tuesday · Hours: closed'],
    ['```\nnpm run tide\n```\nThat is **all**.', 'npm run tide\nThat is all.'],
  ])('becomes the plain text it represents: %j', async (source, text) => {
    expect(await writeOn('linkedin', source)).toMatchObject({ text });
  });

  it('that no text can express is reported with its position', async () => {
    const { text, spans, reasons } = await writeOn('x', '**Now:** ~~€20~~ €15 for a boat');
    expect(text).toBe('Now:  €15 for a boat');
    expect([spans, reasons]).toEqual([['€20'], ['markup']]);
  });
});

describe('omissions are reported', () => {
  const minutes = Array.from({ length: 24 }, (_, index) => `Point ${index} of the minutes says something of its own about pier ${index}.`);

  it('after whole leading paragraphs, with their position in the source and the share that is kept', async () => {
    const source = minutes.join('\n\n');
    const { text, keptPercent, omissions, spans } = await writeOn('sandbox', source);
    expect(source.startsWith(`${text}\n\nPoint`)).toBe(true);
    expect(omissions).toMatchObject([{ reason: 'too_long', end: source.length }]);
    // Published and omitted texts together are the whole text.
    const letters = (texts: string[]) => texts.join('').replace(/[^\p{L}\p{N}]/gu, '').length;
    expect(letters([text, ...spans])).toBe(letters([source]));
    expect(keptPercent).toBe(Math.round((letters([text]) / letters([source])) * 100));
  });

  it('as everything if not even the first paragraph fits, for a person to write', async () => {
    const { text, thread, keptPercent } = await writeOn('sandbox', minutes.join(' '));
    expect({ text, thread, keptPercent }).toEqual({ text: '', thread: [], keptPercent: 0 });
  });

  it('of a page’s boilerplate, and of what a workspace’s voice excludes', async () => {
    const page = '<html><nav><a href="/">Home</a> Prices</nav><h1>Spring market</h1><p>140 stalls. Cheap honey. Music.</p></html>';
    const { text, omissions } = await writeOn('linkedin', page, { bannedWords: ['cheap'] });
    expect(text).not.toMatch(/Home|Cheap/);
    expect(omissions.map(({ text: left, reason }) => [left, reason])).toEqual([
      ['Home Prices', 'furniture'],
      ['Cheap honey.', 'voice'],
    ]);
  });

  it('of what a workspace’s voice excludes, whatever characters its words contain', async () => {
    const page = 'A cutting-edge pier. We print in C++ (for free). Music at nine.';
    const { text, omissions } = await writeOn('linkedin', page, { bannedWords: ['cutting-edge', 'C++ (for free)', 'a|b'] });
    expect(text).toBe('Music at nine.');
    expect(omissions.map(({ reason }) => reason)).toEqual(['voice']);
  });
});

describe('the link that came with a text', () => {
  const LINK = 'https://example.org/menu/today';
  const full = `${'The ferry leaves at nine. '.repeat(11).slice(0, 278)}.`;
  const on = async (id: string, source: string, voice: Partial<Voice> = {}) => {
    const [caption] = await write(source, [network(id)], voice, LINK);
    const { text, thread, tags, omissions = [] } = caption ?? expect.fail('There is no caption.');
    const { linkCard } = network(id).preview({ text, thread, tags, link: LINK });
    return { text, omissions, linkCard };
  };

  it('is in the text, if the network makes its card from the text', async () => {
    expect(await on('x', 'Soup is ready.')).toMatchObject({ text: `Soup is ready.\n\n${LINK}`, omissions: [], linkCard: { url: LINK } });
  });

  it('is the second post of a thread if there is no room for it next to the text', async () => {
    const [caption] = await write(full, [network('x')], {}, LINK);
    expect([caption?.text, caption?.thread]).toEqual([full, [LINK]]);
    expect(caption?.omissions).toEqual([]);
  });

  it('is reported if there is no room for it and no thread, and no card is promised', async () => {
    const long = `${'The ferry leaves at nine. '.repeat(90).slice(0, 2190)}.`;
    const { text, omissions, linkCard } = await on('instagram', long);
    expect(text).toBe(long);
    expect(omissions).toMatchObject([{ text: LINK, reason: 'too_long', isEssential: true, start: long.length, end: long.length }]);
    expect(linkCard).toBeNull();
  });

  it('is reported if the text must stay exact and the network has no other place for it', async () => {
    expect((await on('mastodon', 'Soup.', { wording: 'exact' })).omissions).toMatchObject([{ text: LINK, reason: 'no_place' }]);
    expect(await on('bluesky', 'Soup.', { wording: 'exact' })).toMatchObject({ omissions: [], linkCard: { url: LINK } });
    expect((await on('mastodon', `Soup: ${LINK}`, { wording: 'exact' })).omissions).toEqual([]);
  });
});

describe('a workspace that wants exact text', () => {
  it('gets every character, and a violation with the span of what does not fit', async () => {
    const source = `  **${'Long and '.repeat(40)}wide**  `;
    const { text, omissions } = await writeOn('x', source, { wording: 'exact' });
    expect([text, omissions]).toEqual([source, []]);
    const [violation] = network('x').validate({ text, tags: [], thread: [], link: null });
    expect(violation).toMatchObject({ code: 'text_too_long', span: { start: 280, end: source.length } });
  });
});
