import { describe, expect, it } from 'vitest';
import { validatePost } from './network-words.ts';
import type { Post } from './platform.ts';
import { previewPost } from './preview-post.ts';
import { NETWORKS } from './registry.ts';
import { requiredSettings } from './testing/contract-posts.ts';
import { readWords } from './text/read-words.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const MEDIA: Post['media'] = [{ kind: 'image', bytes: 100_000 }];
const VIDEO: Post['media'] = [{ kind: 'video', bytes: 100_000 }];

function networkOf(id: string) {
  const network = NETWORKS.find((candidate) => candidate.id === id);
  if (!network) throw new Error(`There are no rules of ${id}.`);
  return network;
}

const previewOn = (id: string, post: Post) => previewPost(networkOf(id), readWords(networkOf(id), post), post);
const violationsOf = (id: string, post: Partial<Post>) =>
  validatePost(networkOf(id), {
    text: 'A fine title\n\nwith words below',
    tags: [],
    thread: [],
    link: null,
    settings: requiredSettings(networkOf(id).settings),
    ...post,
  });
const codesOf = (id: string, post: Partial<Post>) => violationsOf(id, post).map(({ code }) => code);

describe('a phone number', () => {
  it('is refused by Google Business Profile, with its position', () => {
    const text = 'Call us at +45 32 12 34 56, or come by.';
    expect(violationsOf('google_business', { text })).toMatchObject([
      { code: 'phone_refused', field: 'text', span: { start: 11, end: 26 } },
    ]);
    expect(codesOf('facebook', { text })).toEqual([]);
    expect(codesOf('google_business', { text: 'Open 10:00 to 18:00, 120,000 books, since 2021-11-21' })).toEqual([]);
  });
});

describe('a text of exactly the limit passes, and one more is named', () => {
  it.each<[string, string, string, number, Partial<Post>]>([
    ['sandbox', 'é', '', 500, {}],
    ['bluesky', FAMILY, 'graphemes and bytes', 120, {}],
    ['bluesky', 'a', '', 300, {}],
    ['mastodon', FAMILY, 'graphemes', 500, {}],
    ['nostr', '港', '', 8196, {}],
    ['telegram', '🌊', 'two UTF-16 units', 2048, {}],
    ['telegram', '🌊', 'a caption', 512, { media: MEDIA }],
    ['discord', '🌊', 'one code point', 2000, {}],
    ['slack', '&', 'sent as &amp;', 800, {}],
    ['x', '港', 'weighs two', 140, {}],
    ['x', FAMILY, 'weighs two', 140, {}],
    ['linkedin', '(', 'escaped', 1500, {}],
    ['linkedin', 'a', '', 3000, {}],
    ['threads', FAMILY, '25 bytes', 20, {}],
    ['threads', '港', 'three bytes', 166, {}],
    ['facebook', 'a', '', 63_206, {}],
    ['instagram', 'a', '', 2200, { media: MEDIA }],
    ['tiktok', '🌊', 'two UTF-16 units', 1100, { media: VIDEO }],
    ['youtube', 'é', 'two bytes', 2500, { media: VIDEO, title: 'Tide' }],
    ['pinterest', 'a', '', 800, { media: MEDIA }],
    ['reddit', 'a', '', 40_000, {}],
    ['google_business', 'a', '', 1500, {}],
    ['tumblr', 'é', 'two bytes', 100_000, {}],
    ['lemmy', 'a', '', 50_000, {}],
    ['vk', 'a', '', 15_895, {}],
  ])('%s: %j %s × %i', (id, character, _, count, post) => {
    expect(codesOf(id, { ...post, text: character.repeat(count) })).not.toContain('text_too_long');
    const text = character.repeat(count + 1);
    const violation = violationsOf(id, { ...post, text }).find(({ code }) => code === 'text_too_long');
    expect(violation?.count).toBeGreaterThan(violation?.limit ?? Number.POSITIVE_INFINITY);
    expect(violation?.span).toEqual({ start: character.length * count, end: text.length });
    expect(violation?.message).toContain(String(violation?.count));
    expect(violation?.message).toContain(String(violation?.limit));
  });
});

describe('mistakes of other tools', () => {
  it('Mastodon takes a post with a link of 620 characters, and one of 60 family emoji', () => {
    expect(codesOf('mastodon', { text: `see https://example.org/${'x'.repeat(600)} ${'a'.repeat(470)}` })).toEqual([]);
    expect(codesOf('mastodon', { text: FAMILY.repeat(60) })).toEqual([]);
  });

  it('Mastodon counts of a person on another server only the name', () => {
    const text = `@mate@${'very.long.'.repeat(20)}example ${'a'.repeat(494)}`;
    expect(codesOf('mastodon', { text })).toEqual([]);
    expect(codesOf('mastodon', { text: `${text}b` })).toEqual(['text_too_long']);
  });

  it('a valid Telegram text is too long as a caption of an image', () => {
    expect(codesOf('telegram', { text: 'a'.repeat(2000) })).toEqual([]);
    expect(violationsOf('telegram', { text: 'a'.repeat(2000), media: MEDIA })).toMatchObject([{ limit: 1024, unit: 'utf16', count: 2000 }]);
  });

  it('all violations are reported at once', () => {
    const post: Partial<Post> = { text: `<${'é'.repeat(3000)}`, title: 'x'.repeat(101), tags: ['a'.repeat(500), 'b#'], link: 'nowhere' };
    expect(codesOf('youtube', post).sort()).toEqual(
      ['character_refused', 'link_invalid', 'media_missing', 'tag_invalid', 'tags_too_long', 'text_too_long', 'title_too_long'].sort(),
    );
  });
});

describe('tags', () => {
  it('that YouTube adds up count commas, and quotation marks around those with a space', () => {
    const tags = ['two words', 'x'.repeat(488)];
    expect(codesOf('youtube', { tags, media: VIDEO })).toEqual([]);
    expect(violationsOf('youtube', { tags: [...tags.slice(0, 1), 'x'.repeat(489)], media: VIDEO })).toMatchObject([
      { code: 'tags_too_long', count: 501, limit: 500 },
    ]);
  });

  it('must be in the text where there is no field for them', () => {
    expect(codesOf('x', { text: 'high #tide', tags: ['Tide'] })).toEqual([]);
    expect(violationsOf('x', { text: 'high tide', tags: ['tide'] })).toMatchObject([{ code: 'tag_not_in_text', field: 'tags' }]);
    expect(codesOf('bluesky', { text: 'high tide', tags: ['tide'] })).toEqual([]);
  });

  it('in the text are counted by the syntax of the network', () => {
    expect(codesOf('threads', { text: 'high #tide' })).toEqual([]);
    // The first is the topic; further ones are plain text.
    expect(codesOf('threads', { text: 'high #tide, low #ebb' })).toEqual([]);
    expect(violationsOf('instagram', { text: '#a1 #b2 #c3 #d4 #e5 #f6', media: MEDIA })).toMatchObject([
      { code: 'too_many_tags', count: 6, limit: 5 },
    ]);
  });

  it.each([
    ['discord', ['tide'], 'tags_unknown'],
    ['hashnode', [], 'tags_missing'],
    ['devto', ['open_water'], 'tag_invalid'],
    ['devto', ['a', 'b', 'c', 'd', 'e'], 'too_many_tags'],
    ['wordpress', ['one, two'], 'tag_invalid'],
  ])('on %s: %j is %s', (id, tags, code) => {
    expect(codesOf(id, { tags })).toContain(code);
  });
});

describe('links, mentions, titles and media', () => {
  it('names the sixth different link on Threads, not the same one again', () => {
    const links = Array.from({ length: 6 }, (_, index) => `https://example.org/${index}`);
    expect(codesOf('threads', { text: `${links.slice(0, 5).join(' ')} ${links[0]}` })).toEqual([]);
    const text = links.join(' ');
    const [violation] = violationsOf('threads', { text });
    expect(violation).toMatchObject({ code: 'too_many_links', count: 6, limit: 5 });
    expect(text.slice(violation?.span?.start, violation?.span?.end)).toBe(links[5]);
  });

  it('derives the title from the text, and shows it once', () => {
    const post: Post = { text: '# The harbour opens\n\nOn Monday.', tags: [], thread: [], link: null };
    expect(previewOn('lemmy', post)).toMatchObject({ title: 'The harbour opens', parts: [{ text: 'On Monday.' }] });
    expect(previewOn('lemmy', { ...post, title: 'Open' })).toMatchObject({
      title: 'Open',
      parts: [{ text: 'The harbour opens\n\nOn Monday.' }],
    });
    expect(previewOn('mastodon', post)).not.toHaveProperty('title');
    expect(violationsOf('lemmy', { text: 'ab\ncd' })).toMatchObject([{ code: 'title_too_short', count: 2, limit: 3 }]);
  });

  it.each<[string, Partial<Post>, string]>([
    ['instagram', {}, 'media_missing'],
    ['bluesky', { media: Array(5).fill({ kind: 'image', bytes: 1 }) }, 'too_many_images'],
    ['bluesky', { media: [{ kind: 'image', bytes: 2_000_001 }] }, 'media_too_large'],
    ['x', { media: [{ kind: 'video', bytes: 1, seconds: 141 }] }, 'video_too_long'],
    ['mastodon', { media: [{ kind: 'image', bytes: 1, altText: 'a'.repeat(1501) }] }, 'alt_text_too_long'],
    ['bluesky', { media: [{ kind: 'image', bytes: 1, altText: 'a'.repeat(2001) }] }, 'alt_text_too_long'],
    ['threads', { media: Array(21).fill({ kind: 'image', bytes: 1 }) }, 'too_many_media'],
    ['youtube', { text: Array.from({ length: 61 }, (_, index) => `#tide${index}`).join(' '), media: VIDEO }, 'too_many_tags'],
    ['pinterest', { media: Array(6).fill({ kind: 'image', bytes: 1 }) }, 'too_many_media'],
    ['tumblr', { tags: Array.from({ length: 31 }, (_, index) => `tide ${index}`) }, 'too_many_tags'],
    ['google_business', { media: VIDEO }, 'too_many_videos'],
    ['pinterest', { media: MEDIA, link: `https://example.org/${'x'.repeat(2048)}` }, 'link_too_long'],
  ])('%s with %j: %s', (id, post, code) => {
    expect(codesOf(id, post)).toEqual([code]);
  });
});

it('a carousel of two to five pictures on Pinterest, and 60 hashtags on YouTube, are taken', () => {
  for (const count of [1, 2, 5]) expect(codesOf('pinterest', { media: Array(count).fill({ kind: 'image', bytes: 1 }) })).toEqual([]);
  const text = Array.from({ length: 60 }, (_, index) => `#tide${index}`).join(' ');
  expect(codesOf('youtube', { text, title: 'Tides', media: VIDEO })).toEqual([]);
});

describe('clickable parts', () => {
  it.each<[string, string, string[]]>([
    ['x', 'see example.org #tide @pilot $SEA', ['example.org', '#tide', '@pilot']],
    ['mastodon', 'see example.org #tide/ebb @pilot@sea.example', ['#tide', '@pilot@sea.example']],
    ['telegram', 'ask @pilot or @mate_1 or @abcd', ['@pilot', '@mate_1']],
    ['instagram', 'https://example.org #tide.flow @the.pilot.', ['#tide', '@the.pilot']],
    ['reddit', 'u/pilot and /r/harbour https://example.org', ['u/pilot', '/r/harbour', 'https://example.org']],
    ['discord', '#tide @pilot https://example.org', ['https://example.org']],
    ['google_business', '#tide https://example.org', []],
  ])('on %s in %j', (id, text, expected) => {
    const [part] = previewOn(id, { text, tags: [], thread: [], link: null }).parts;
    expect(part?.facets.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

it('Threads counts bytes: 498 letters with three curly apostrophes are 504, and too long', () => {
  const text = `${'a'.repeat(495)}’’’`;
  expect(violationsOf('threads', { text })).toMatchObject([{ code: 'text_too_long', count: 504, limit: 500, unit: 'bytes' }]);
  expect(codesOf('threads', { text: `${'a'.repeat(491)}’’’` })).toEqual([]);
});

describe('words that a network would read as markup', () => {
  const altered = (id: string, post: Partial<Post>) =>
    violationsOf(id, { ...(id === 'youtube' && { media: VIDEO }), ...post })
      .filter(({ code }) => code === 'character_refused')
      .map(({ field, message }) => [field, /"(.*)"/.exec(message)?.[1]]);
  const comment = (id: string, text: string): Partial<Post> => ({
    settings: { ...requiredSettings(networkOf(id).settings), first_comment: text },
  });

  it.each([
    ['lemmy', 'Why *all* of it', '*all*'],
    ['lemmy', 'The field _name_ is new', '_name_'],
    ['lemmy', 'Call `open()` first', '`open()`'],
    ['lemmy', 'It costs ~~12~~ 9', '~~12~~'],
  ])('%s: "%s" is no title, given or derived', (id, title, found) => {
    expect(altered(id, { title })).toEqual([['title', found]]);
    expect(altered(id, { text: `${title}\n\nMore.` })).toEqual([['title', found]]);
    expect(altered(id, { title: 'A title', text: title, ...comment(id, title) })).toEqual([]);
  });

  it.each([
    ['youtube', 'It is *all* new', '*all*'],
    ['youtube', 'It is all _new_!', '_new_'],
    ['youtube', 'It costs (-12-) 9', '-12-'],
    ['vk', 'Ask [id1|our captain].', '[id1|our captain]'],
    ['vk', 'Ask [club1|the crew]', '[club1|the crew]'],
    ['vk', 'See [https://vk.com/durov|the rules]', '[https://vk.com/durov|the rules]'],
    ['vk', 'Ask @id1 (our captain)', '@id1 (our captain)'],
    ['vk', 'Ask *club1(the crew)', '*club1(the crew)'],
    ['vk', 'Ask @durov (our captain)', '@durov (our captain)'],
  ])('%s: "%s" is reported in the text and in the first comment', (id, text, found) => {
    expect(altered(id, { title: 'A title', text })).toEqual([['text', found]]);
    expect(altered(id, { title: 'A title', ...comment(id, text) })).toEqual([['settings/first_comment', found]]);
  });

  it.each([
    ['lemmy', 'Tides of 2 * 3 * 4 m, snake_case_names and a ~ b ~ c'],
    ['lemmy', 'f(*args, **kwargs) at 5 o\u2019clock'],
    ['youtube', '- one\n- two\n\nFrom -1 to -5 degrees, 2 * 3 * 4, snake_case_names, @_harbour_ https://example.org/?_a_'],
    ['vk', 'Ask @durov, or (2 * 3) [see below] *note: (a|b) [a | b] ada@example.org (office)'],
  ])('%s: %j is plain', (id, words) => {
    expect(altered(id, { title: words.split('\n', 1)[0] ?? '', text: words, ...comment(id, words) })).toEqual([]);
  });

  it('Lemmy takes a heading with bold words as a title: only its words are sent', () => {
    expect(altered('lemmy', { title: 'Why **all** of it' })).toEqual([['title', '*all*']]);
    expect(altered('lemmy', { text: '# Why **all** of it\n\nMore.' })).toEqual([]);
  });

  it('YouTube formats no title', () => {
    expect(altered('youtube', { title: 'It is *all* new' })).toEqual([]);
  });
});
