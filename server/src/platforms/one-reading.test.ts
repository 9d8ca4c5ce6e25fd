import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testPlatforms } from '../testing/platforms.ts';
import type { JsonObject, Platform, Post } from './platform.ts';
import { previewPost } from './preview-post.ts';
import { NETWORKS } from './registry.ts';
import { readWords } from './text/read-words.ts';

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
  ghost: ({ html }) => [...String(html).matchAll(/<a href="([^"]*)">/g)].map(([, url = '']) => url),
  tumblr: ({ content }) =>
    (content as JsonObject[]).flatMap(({ formatting = [] }) => (formatting as JsonObject[]).map(({ url }) => String(url))),
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

const SHOWN: Record<string, readonly string[]> = {
  linkedin: ['tag'],
  wordpress: ['link'],
  ghost: ['link'],
  tumblr: ['link'],
  slack: ['link'],
  bluesky: ['link', 'tag'],
};

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

it('neither a payload nor a preview can be made from a text that was read otherwise: that does not compile', () => {
  const post: Post = { text: 'A text with a #tag.', tags: [], thread: [], link: null };
  const [network] = NETWORKS;
  if (!network) throw new Error('There is no network.');
  const words = readWords(network, post);
  const parts = [{ text: post.text, facets: [], markup: null, sent: post.text }] as const;
  // @ts-expect-error Only readWords() makes the words of a post.
  expect(() => previewPost(network, { ...words, parts }, post)).not.toThrow();
  // @ts-expect-error A preview takes no source text.
  expect(() => previewPost(network, post, post)).toThrow();
});

/** Where a text is read for its own sake: the handles to resolve beforehand. */
const READS_ITSELF = ['bluesky/resolve-handle.ts'];

it('no connector looks for links, tags or titles in a text', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const connectors = folders.filter(({ name }) => !['text', 'checks', 'testing'].includes(name));
  const files = connectors.flatMap(({ name }) => readdirSync(join(import.meta.dirname, name)).map((file) => `${name}/${file}`));
  const reading = files.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      /from '\.\.\/text\/(?:facets|network-facets|post-title|find-twitter-facets|naked-links)\.ts'/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8').replace(/import \{ toByteSpans \}.*/, ''),
      ),
  );
  expect(reading).toEqual(READS_ITSELF);
});

it('WordPress shows the link that its article ends with', () => {
  const wordpress = testPlatforms().find(({ id }) => id === 'wordpress') ?? expect.fail();
  const post: Post = { text: 'A title\n\nThe boats.', tags: [], thread: [], link: 'https://example.org/boats' };
  const [part] = wordpress.preview(post).parts;
  expect(part).toMatchObject({ text: `The boats.\n\n${post.link}`, facets: [{ kind: 'link', target: post.link }] });
  expect(wordpress.build(post).content).toBe(`<p>The boats.</p>\n<p><a href="${post.link}">${post.link}</a></p>`);
});
