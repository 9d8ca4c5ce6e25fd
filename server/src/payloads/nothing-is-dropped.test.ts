import { describe, expect, it } from 'vitest';
import { refusedAltTexts } from '../platforms/network-words.ts';
import { completeSettings } from '../platforms/platform/settings.ts';
import type { Platform, Post, PostMedia } from '../platforms/platform.ts';
import { PICTURE, requiredSettings, VIDEO } from '../platforms/testing/contract-posts.ts';
import { withExtras } from '../platforms/testing/videos-contract.ts';
import { testPlatforms } from '../testing/platforms.ts';
import { violationsOf } from './payload-violations.ts';

const LINK = 'https://example.org/boats';
const PLAIN: Post = { text: 'Boats\n\nThey come in.', tags: [], thread: [], link: null };
const described = (media: PostMedia): PostMedia => ({ ...media, altText: 'Boats come in.' });
const film = (platform: Platform): PostMedia => withExtras(platform);
const BARE: PostMedia = VIDEO;

/** A post with one element, and the same post without it. */
const FIELDS: Record<string, (platform: Platform) => [without: Post, having: Post]> = {
  title: () => [PLAIN, { ...PLAIN, title: 'Another title' }],
  tags: () => [PLAIN, { ...PLAIN, tags: ['harbour'] }],
  thread: () => [PLAIN, { ...PLAIN, thread: ['More boats.'] }],
  link: () => [PLAIN, { ...PLAIN, text: `${PLAIN.text} ${LINK}`, link: LINK }],
  picture: () => [PLAIN, { ...PLAIN, media: [PICTURE] }],
  'animated picture': () => [PLAIN, { ...PLAIN, media: [{ ...PICTURE, file: { ...PICTURE.file, mimeType: 'image/gif' } }] }],
  document: () => [PLAIN, { ...PLAIN, media: [{ ...PICTURE, kind: 'document', file: { ...PICTURE.file, mimeType: 'application/pdf' } }] }],
  video: () => [PLAIN, { ...PLAIN, media: [BARE] }],
  'cover of a video': (platform) => [
    { ...PLAIN, media: [BARE] },
    { ...PLAIN, media: [{ ...BARE, cover: film(platform).cover as NonNullable<PostMedia['cover']> }] },
  ],
  'subtitles of a video': (platform) => [
    { ...PLAIN, media: [BARE] },
    { ...PLAIN, media: [{ ...BARE, subtitles: film(platform).subtitles as NonNullable<PostMedia['subtitles']> }] },
  ],
  'description of a picture': () => [
    { ...PLAIN, media: [PICTURE] },
    { ...PLAIN, media: [described(PICTURE)] },
  ],
  'description of a video': () => [
    { ...PLAIN, media: [BARE] },
    { ...PLAIN, media: [described(BARE)] },
  ],
};

const withSettings = (platform: Platform, post: Post): Post => {
  const settings = completeSettings(platform.settings, { ...requiredSettings(platform.settings), ...post.settings });
  return { ...post, ...(settings && { settings }) };
};
const saidBy = (platform: Platform, post: Post): string =>
  JSON.stringify(violationsOf(platform, post).map(({ code, field }) => [code, field]));

/** Whether the platform has no such field: a title needs a rule for it. */
const hasNoPlace = ({ rules }: Platform, field: string): boolean => field === 'title' && !rules.some((rule) => rule.field === 'title');

/**
 * The approver reads it at the video: "the network chooses its own cover"; and at the post: "left out: the
 * description".
 */
const isShownAsNotSent = (platform: Platform, { media = [] }: Post): boolean =>
  media.some(({ cover, subtitles }) => cover?.sentAs === null || subtitles?.isSent === false) ||
  refusedAltTexts(platform, media).length > 0;

describe.each(testPlatforms().map((platform) => [platform.label, platform] as const))(
  'on %s drops nothing without saying so',
  (_, platform) => {
    it.each(Object.keys(FIELDS).filter((field) => !hasNoPlace(platform, field)))(
      'signs the %s, refuses it, or says that it is not sent',
      (field) => {
        const [without, having] = (FIELDS[field]?.(platform) ?? [PLAIN, PLAIN]).map((post) => withSettings(platform, post)) as [Post, Post];
        const isSigned = JSON.stringify(platform.build(having)) !== JSON.stringify(platform.build(without));
        const isRefused = saidBy(platform, having) !== saidBy(platform, without);
        expect(isSigned || isRefused || isShownAsNotSent(platform, having), JSON.stringify({ isSigned, isRefused })).toBe(true);
      },
    );

    it.each([PICTURE, BARE])('signs the description, or says that it is not supported, but never both: %j', (media) => {
      const [without, having] = [media, described(media)].map((one) => withSettings(platform, { ...PLAIN, media: [one] })) as [Post, Post];
      const isSigned = JSON.stringify(platform.build(having)) !== JSON.stringify(platform.build(without));
      const isSent = media.kind === 'image' ? platform.takesImages : platform.takesVideo;
      if (isSent) expect(isSigned).toBe(refusedAltTexts(platform, having.media).length === 0);
    });
  },
);
