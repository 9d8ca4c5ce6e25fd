import { expect, it } from 'vitest';
import type { Platform, PostMedia } from '../platforms/platform.ts';
import { PICTURE, VIDEO } from '../platforms/testing/contract-posts.ts';
import { withExtras } from '../platforms/testing/videos-contract.ts';
import { testPlatforms } from '../testing/platforms.ts';
import { connectorViolations, violationsOf } from './payload-violations.ts';

const ANIMATION: PostMedia = { ...PICTURE, frames: 40, file: { ...PICTURE.file, mimeType: 'image/gif' } };
const DOCUMENT: PostMedia = { ...PICTURE, kind: 'document', file: { ...PICTURE.file, mimeType: 'application/pdf' } };
const postOf = (media: PostMedia[]) => ({ text: 'Boats', tags: [], thread: [], link: null, media });
const codesOf = (platform: Platform, ...media: PostMedia[]) => connectorViolations(platform, postOf(media)).map(({ code }) => code);
const sending = testPlatforms().filter(({ publishing }) => !publishing);
const platformOf = (id: string): Platform => sending.find((platform) => platform.id === id) as Platform;

it.each(sending.map((platform) => [platform.label, platform] as const))(
  '%s gets an animated picture only if it displays it animated',
  (_, platform) => {
    const { takesImages, takesAnimations } = platform;
    expect(codesOf(platform, ANIMATION)).toEqual(
      !takesImages ? ['media_not_supported'] : takesAnimations ? [] : ['animation_not_supported'],
    );
    const isMixed = codesOf(platform, ANIMATION, PICTURE).includes('media_mixed');
    expect(isMixed).toBe(takesAnimations === 'alone');
  },
);

it.each(sending.map((platform) => [platform.label, platform] as const))(
  '%s gets a document only if it takes one, and no other media with it',
  (_, platform) => {
    expect(codesOf(platform, DOCUMENT)).toEqual(platform.takesDocuments ? [] : ['media_not_supported']);
    if (platform.takesDocuments)
      for (const other of [PICTURE, VIDEO, DOCUMENT]) expect(codesOf(platform, DOCUMENT, other)).toContain('media_mixed');
  },
);

it.each(sending.map((platform) => [platform.label, platform] as const))(
  '%s gets a video, or explains why it does not support it and what to do instead',
  (_, platform) => {
    const [refused] = connectorViolations(platform, postOf([VIDEO]));
    expect(refused?.code).toBe(platform.takesVideo ? undefined : 'media_not_supported');
    if (platform.takesVideo) return;
    expect(refused?.message).toBe(String(platform.noVideo));
    expect(refused?.remedy).toContain('Put a link to the video in the text');
  },
);

it('an animated picture has its own limits', () => {
  const codes = (id: string, media: PostMedia) => violationsOf(platformOf(id), postOf([media])).map(({ code }) => code);
  expect(codes('x', { ...PICTURE, bytes: 14_000_000 })).toContain('media_too_large');
  expect(codes('x', { ...ANIMATION, bytes: 14_000_000 })).toEqual([]);
  expect(codes('x', { ...ANIMATION, bytes: 16_000_000 })).toEqual(['media_too_large']);
  expect(codes('tumblr', { ...ANIMATION, bytes: 3_000_001 })).toEqual(['media_too_large']);
  expect(codes('reddit', { ...ANIMATION, bytes: 20_000_001 })).toEqual(['media_too_large']);
  expect(codes('linkedin', { ...ANIMATION, frames: 251 })).toEqual(['animation_too_long']);
  const square = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/gif', width: 1_080, height: 1_080 };
  expect(codes('mastodon', { ...ANIMATION, file: square })).toEqual(['animation_too_large']);
  expect(codes('mastodon', { ...PICTURE, file: square })).toEqual([]);
});

it.each([
  ['x', 'fil', ['subtitles_language']],
  ['x', 'yue-Hant', ['subtitles_language']],
  ['x', 'pt-BR', []],
  ['x', 'tl', []],
  ['youtube', 'fil', []],
] as const)('%s accepts subtitles in %s, or refuses them before the upload', (id, language, codes) => {
  const film = withExtras(platformOf(id));
  const subtitles = film.subtitles && { ...film.subtitles, language };
  expect(codesOf(platformOf(id), { ...film, ...(subtitles && { subtitles }) })).toEqual(codes);
});
