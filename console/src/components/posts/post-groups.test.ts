import { expect, test } from 'vitest';
import { newWords } from './new-words.ts';
import { groupPosts } from './post-groups.ts';
import type { ShownPayload } from './shown-payload.ts';

const part = (text: string) => ({ text, facets: [], length: text.length, limit: 300, unit: 'graphemes' });

function payload(id: string, text: string, more: Partial<ShownPayload['preview']> = {}): ShownPayload {
  return {
    platform: { id, label: id, publishing: 'ready' },
    connection: null,
    violations: [],
    preview: {
      parts: [part(text)],
      title: null,
      tags: null,
      linkCard: null,
      plainNames: [],
      settings: [],
      omissions: [],
      keptPercent: null,
      images: [],
      ...more,
    },
  };
}

const platformsOf = (payloads: ShownPayload[]): string[][] =>
  groupPosts(payloads).map(({ payloads: own }) => own.map(({ platform }) => platform.id));

test('equal texts are grouped with all their platforms, the largest group first', () => {
  expect(platformsOf([payload('bluesky', 'Short.'), payload('sandbox', 'Long words.'), payload('linkedin', 'Long words.')])).toEqual([
    ['sandbox', 'linkedin'],
    ['bluesky'],
  ]);
});

test('the same text with another title or picture is a different post', () => {
  const picture = {
    url: '/a.png',
    altText: 'A boat',
    width: 1,
    height: 1,
    seconds: null,
    mimeType: null,
    hasNoAltText: null,
    cover: null,
    subtitles: null,
  };
  expect(
    platformsOf([payload('x', 'Open.'), payload('reddit', 'Open.', { title: 'Open' }), payload('threads', 'Open.', { images: [picture] })]),
  ).toEqual([['x'], ['reddit'], ['threads']]);
});

test.each<[string, Partial<ShownPayload['preview']>]>([
  ['a first comment', { settings: [{ name: 'first_comment', label: 'First comment', value: 'Tickets at the pier.' }] }],
  ['a setting', { settings: [{ name: 'no_link_card', label: 'Leave out the link card', value: 'Yes' }] }],
  ['tags next to the text', { tags: ['pier'] }],
  [
    'a link behind the same words',
    { parts: [{ ...part('Open.'), facets: [{ start: 0, end: 4, kind: 'LINK', target: 'https://other.example' }] }] },
  ],
])('%s of one network alone is not hidden behind another’s preview', (_, more) => {
  expect(platformsOf([payload('bluesky', 'Open.'), payload('linkedin', 'Open.', more)])).toEqual([['bluesky'], ['linkedin']]);
});

const card = { url: 'https://a.example/x', title: 'Pier', description: null, siteName: null, image: null, missing: null };

test('of networks with and without the link’s card the one that publishes it is drawn', () => {
  const payloads = [
    payload('telegram', 'Open.'),
    payload('mastodon', 'Open.', { linkCard: { ...card, isMadeByNetwork: true } }),
    payload('bluesky', 'Open.', { linkCard: { ...card, isMadeByNetwork: false } }),
  ];
  expect(platformsOf(payloads)).toEqual([['bluesky', 'mastodon', 'telegram']]);
});

test('cards of different links are different posts', () => {
  const payloads = ['a', 'b'].map((host) =>
    payload(host, 'Open.', { linkCard: { ...card, url: `https://${host}.example`, isMadeByNetwork: false } }),
  );
  expect(platformsOf([payload('telegram', 'Open.'), ...payloads])).toEqual([['a', 'telegram'], ['b']]);
});

test('differences between two texts are found with their positions', () => {
  const text = 'We open again on Saturday at eight, with coffee.';
  const found = newWords(text, 'We open again on Sunday at eight, with coffee.');
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Saturday']);
  expect(newWords('Something else altogether', text)).toEqual([]);
});
