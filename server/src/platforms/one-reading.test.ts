import { describe, expect, it } from 'vitest';
import { testPlatforms } from '../testing/platforms.ts';
import type { JsonObject, Platform, Post } from './platform.ts';

/** Where networks part: brackets, slashes, apostrophes, hyphens, and addresses without https://. */
const TRICKY = [
  '(#ATL) (#held/#open) "#quoted"',
  "#Cleveland's fans, #Cleveland’s, #one/#two",
  '-#dash .#dot =#equals )#bracket #a-b #C++ #rock&roll',
  'See https://example.org/a_b_(c), www.example.org/x_y_z or bit.ly/x, and @mate@example.social.',
];

interface Element {
  type: string;
  url?: string;
}

/** Reads back what is linked in a payload: links by their address, tags by their name. */
const LINKED: Record<string, (payload: JsonObject) => string[]> = {
  linkedin: ({ commentary }) =>
    [...String(commentary).matchAll(/\{hashtag\|\\#\|((?:\\.|[^}])*)\}/g)].map(([, tag = '']) => tag.replaceAll('\\', '')),
  wordpress: ({ content }) => [...String(content).matchAll(/<a href="([^"]*)">/g)].map(([, url = '']) => url),
  slack({ blocks }) {
    const [
      {
        elements: [section],
      } = { elements: [] },
    ] = blocks as unknown as { elements: { elements: Element[] }[] }[];
    return (section?.elements ?? []).flatMap(({ type, url = '' }) => (type === 'link' ? [url] : []));
  },
  bluesky({ records }) {
    const [{ facets = [] } = {}] = records as unknown as { facets?: { features: { uri?: string; tag?: string }[] }[] }[];
    return facets.flatMap(({ features }) => features.map(({ uri, tag }) => uri ?? tag ?? ''));
  },
};

const SHOWN: Record<string, readonly string[]> = { linkedin: ['tag'], wordpress: ['link'], slack: ['link'], bluesky: ['link', 'tag'] };

const previewed = (platform: Platform, post: Post): string[] =>
  platform
    .preview(post)
    .parts.flatMap(({ facets }) => facets.filter(({ kind }) => SHOWN[platform.id]?.includes(kind)).map(({ target }) => target));

describe.each(Object.keys(LINKED))('%s', (id) => {
  it.each(TRICKY)('links in the payload what the preview shows as linked: %s', (body) => {
    const platform = testPlatforms().find((one) => one.id === id);
    if (!platform) throw new Error(`There is no ${id}.`);
    const post: Post = { text: `A title\n\n${body}`, tags: [], thread: [], link: null };
    expect(LINKED[id]?.(platform.build(post))).toEqual(previewed(platform, post));
  });
});

it('Mastodon links a tag neither after an equals sign, a slash nor a closing bracket', () => {
  const mastodon = testPlatforms().find(({ id }) => id === 'mastodon');
  const post: Post = { text: TRICKY.join('\n'), tags: [], thread: [], link: null };
  const tags = mastodon
    ?.preview(post)
    .parts.flatMap(({ facets }) => facets.flatMap(({ kind, target }) => (kind === 'tag' ? [target] : [])));
  expect(tags).toEqual(['ATL', 'held', 'quoted', 'Cleveland', 'Cleveland', 'one', 'dash', 'dot', 'a', 'C', 'rock']);
});
