import { expect, it } from 'vitest';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';
import { countAlterations, countDifferences } from './count-figures.ts';
import { madePosts } from './made-posts.ts';

const platforms = NETWORKS.map(createWordsOnlyPlatform);

it('alters none of the short posts in twelve languages on a network that accepts them unchanged', async () => {
  const posts = madePosts(240);
  expect(new Set(posts).size).toBeGreaterThan(235);
  const { fitting, altered } = await countAlterations(posts);
  expect(altered).toEqual([]);
  expect(fitting).toBeGreaterThan(240 * (platforms.length - 3));
});

it('counts and links a text like each network, by its own library or rule', () => {
  // RichText includes a full stop or a bracket after a path in the link, so for these only the length is
  // compared.
  for (const { differences } of countDifferences(COUNTED_OTHERWISE)) {
    expect(differences.filter(([, theirs, ours]) => theirs[0]?.split(',')[0] !== ours[0]?.split(',')[0])).toEqual([]);
  }
  const counted = countDifferences(madePosts(1_000));
  expect(counted.map(({ network, differences }) => [network, differences])).toEqual([
    ['X', []],
    ['Bluesky', []],
    ['Mastodon', []],
    ['Threads', []],
  ]);
  expect(counted.every(({ texts }) => texts > 700)).toBe(true);
});

/** Texts that are easily counted wrong. */
const COUNTED_OTHERWISE = [
  'See https://example.org/港/祭り。',
  'https://example.org/ميناء/قارب?س=١&b=2#د now',
  '(https://example.org/a_(b)/c), and https://example.org/a(b)c.',
  'https://example.org/a...?! https://example.org?q=ж',
  'https://example.org:8080/путь/к/порту; http://münchen.example.com/ü',
  'www.example.org/x and example.org/y count letter by letter',
  'Ask @mate@long.instance.example.org, (@ada@example.social) or @pilot@xn--bcher-kva.example!',
  'ada@example.org, @ada, @ada.lund@example.social: hi',
  'https://example.org/@mate@example.social and https://example.org/a@b',
  'हिन्दी क्षमा ক্ষ e\u0301 q\u0307\u0323 👩‍👩‍👧‍👦 🇩🇰 👍🏽',
  '한국어 텍스트 日本語のテキスト ไทย',
];

it.each(['https://example.org/a', null])('moves a link that makes a post too long for X to a second post: %j', async (link) => {
  const words = `${'The boats are painted in colours of their own. '.repeat(5)}${'And '.repeat(7)}${'x'.repeat(4)}. Come early.`;
  expect(words).toHaveLength(280);
  const sourceText = link === null ? `${words}\n\nhttps://example.org/a` : words;
  const [x] = await composeCaptions({
    sourceText,
    link,
    platforms: platforms.filter(({ id }) => id === 'x'),
    tone: null,
    language: null,
  });
  expect([x?.text, x?.thread]).toEqual([words, ['https://example.org/a']]);
});
