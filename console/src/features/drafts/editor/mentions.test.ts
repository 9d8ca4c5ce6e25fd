import { describe, expect, it } from 'vitest';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { mentionAt, nameOutcomes, namesIn } from './mentions.ts';

describe('a name being typed', () => {
  it.each([
    ['Thanks @ada', 'ada'],
    ['@ada.exa', 'ada.exa'],
    ['(@ada@harbour.exa', 'ada@harbour.exa'],
    ['Thanks @Łukasz', 'Łukasz'],
  ])('is found at the end of "%s"', (text, query) => {
    expect(mentionAt(text, text.length)).toEqual({ start: text.length - query.length - 1, query });
  });

  it.each(['ada@example', 'Thanks @', 'Thanks @ada ', 'https://example.org/@ada', '@-'])('is not found at the end of "%s"', (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  });

  it('is found at the caret', () => {
    expect(mentionAt('@ada and @pilot', 4)).toEqual({ start: 0, query: 'ada' });
  });
});

it('names end before the punctuation of their sentence', () => {
  expect(namesIn('Thanks @ada.example.org, @harbour@mastodon.example. And @ada.example.org!')).toEqual([
    '@ada.example.org',
    '@harbour@mastodon.example',
  ]);
});

it('a name is a mention on one network, another account on a second, and plain text on a third', () => {
  const text = 'Thanks @ada.example.org';
  const check = (platform: string, end: number | null) =>
    ({
      platform,
      preview: { parts: [{ text, facets: end === null ? [] : [{ kind: 'MENTION', start: 7, end, target: '' }] }] },
    }) as unknown as WordsCheckViewFragment;
  const checks = [check('bluesky', text.length), check('fediverse', text.length), check('x', 11), check('linkedin', null)];
  expect(nameOutcomes(checks, (id) => ({ label: id, isFederated: id === 'fediverse' }))).toEqual([
    {
      name: '@ada.example.org',
      mentioned: ['bluesky'],
      local: ['fediverse'],
      plain: ['linkedin'],
      others: [{ network: 'x', name: '@ada' }],
    },
  ]);
});
