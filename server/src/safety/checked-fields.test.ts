import { expect, it } from 'vitest';
import { placeInWords } from '../payloads/outgoing-texts.ts';
import type { Platform, Post, PostMedia, Settings } from '../platforms/platform.ts';
import { previewImage } from '../platforms/preview-post.ts';
import { PICTURE } from '../platforms/testing/contract-posts.ts';
import { testPlatforms } from '../testing/platforms.ts';
import { checkSafety } from './check-safety.ts';
import { safetyPostsOf } from './safety-queries.ts';

/**
 * With every field set, including optional ones: a new field of a post does not compile until a value is
 * planted in it.
 */
type Full<T> = T extends readonly (infer Item)[]
  ? Full<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Full<T[Key]> }
    : Exclude<T, null | undefined>;

const planted = new Map<string, string>();

/** Looks like a leaked key, and differs by position. Only letters and digits, so no platform escapes it. */
function plant(place: string): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + planted.size);
  const canary = `AKIA${letter}PLANTED2SECRET${letter}`;
  planted.set(place, canary);
  return canary;
}

const picture = (place: string): Full<PostMedia> => ({
  ...PICTURE,
  seconds: 1,
  frames: 1,
  tracks: { codec: 'avc', soundCodec: 'aac', rate: 30 },
  altText: `A boat, ${plant(place)}`,
  // For videos; subtitles are in their own file (video-uploads.test.ts).
  cover: { file: PICTURE.file, bytes: 1, atMs: 0, sentAs: 'uploaded' },
  subtitles: { file: PICTURE.file, bytes: 1, language: 'en', words: 'Boats come in.', shown: PICTURE.file.sha256, isSent: true },
});

const FULL: Full<Post> = {
  text: `The harbour ${plant('text')} opens.`,
  tags: [plant('tags')],
  thread: [`Also ${plant('thread/0')}.`, `And ${plant('thread/1')}.`],
  link: `https://example.org/${plant('link')}`,
  // One of the links of the text.
  cardLink: 'https://example.org/in-the-text',
  title: `Harbour ${plant('title')}`,
  media: [picture('images/0'), picture('images/1')],
  card: {
    title: `Card ${plant('link_card/title')}`,
    description: `About ${plant('link_card/description')}`,
    siteName: `Site ${plant('link_card/site_name')}`,
    image: picture('link_card/image'),
  },
  // Account ids by name, not texts.
  mentions: { 'harbour.example': 'did:plc:harbour' },
  // Each network has its own.
  settings: {},
  // An id, an address and a hash that the network has already; the title is not sent.
  edits: { providerId: 'post-1', url: 'https://example.org/post', payloadHash: '0'.repeat(64), title: 'A title' },
};
const { title: _, ...untitled } = FULL;

/** Images replace a card on most networks, and a missing title is derived from the text. */
const POSTS: Post[] = [
  FULL,
  untitled,
  { ...FULL, media: [] },
  { ...untitled, media: [] },
  { ...FULL, media: [], card: { ...FULL.card, image: null } },
];

const platforms = testPlatforms();

/** The network's settings with free text by the author. */
const freeTextsOf = ({ settings }: Platform): Settings =>
  Object.fromEntries(
    settings
      .filter(({ kind, options }) => kind !== 'boolean' && !options)
      .map(({ name }) => [name, planted.get(`settings/${name}`) ?? plant(`settings/${name}`)]),
  );

async function placesWithFinding({ id, ...platform }: Platform, post: Post): Promise<string[]> {
  const images = (post.media ?? []).flatMap((image) => previewImage(image) ?? []);
  const posts = safetyPostsOf({ platform: id, post, preview: { ...platform.preview(post), images } });
  const findings = await checkSafety(posts);
  return findings.flatMap(({ check, field, span }) => {
    const text = posts.find((each) => each.field === field)?.text.slice(span?.start, span?.end);
    return check === 'leaked_credential' && text ? [text.toUpperCase()] : [];
  });
}

it.each(platforms.map((platform) => ({ platform, id: platform.id })))(
  'checks everything that is sent to $id, in every field',
  async ({ platform }) => {
    for (const words of POSTS) {
      const post = { ...words, settings: freeTextsOf(platform) };
      const body = JSON.stringify(platform.build(post)).toUpperCase();
      const sent = [...planted].filter(([, canary]) => body.includes(canary));
      expect(sent.length).toBeGreaterThan(0);
      const found = await placesWithFinding(platform, post);
      expect(sent.filter(([, canary]) => !found.includes(canary)).map(([place]) => place)).toEqual([]);
    }
  },
);

it('has a readable name for every field', () => {
  const places = [...planted.keys()].map((field) => String(placeInWords(field)));
  expect(new Set(places).size).toBe(planted.size);
  expect(places).toEqual(expect.arrayContaining(['in the description of picture 2', 'in post 2 of the thread']));
  expect(places.join()).not.toMatch(/_|\//);
});
