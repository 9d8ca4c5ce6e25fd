import { expect, test } from 'vitest';
import { newWords } from './new-words.ts';
import { groupPosts } from './post-groups.ts';
import type { ShownPayload } from './shown-payload.ts';

function payload(id: string, text: string, more: Partial<ShownPayload['preview']> = {}): ShownPayload {
  return {
    platform: { id, label: id, publishing: 'ready' },
    connection: null,
    violations: [],
    preview: {
      parts: [{ text, facets: [], length: text.length, limit: 300, unit: 'graphemes' }],
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

test('differences between two texts are found with their positions', () => {
  const text = 'We open again on Saturday at eight, with coffee.';
  const found = newWords(text, 'We open again on Sunday at eight, with coffee.');
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Saturday']);
  expect(newWords('Something else altogether', text)).toEqual([]);
});
