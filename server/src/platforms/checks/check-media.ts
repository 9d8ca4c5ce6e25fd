import { grouped, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { PostMedia, RuleField, Violation } from '../platform.ts';
import { textLimits } from '../text/text-limits.ts';
import { checkShape } from './check-shape.ts';
import { checkMeasure, checkVideo, type Measure } from './check-video.ts';
import { lengthViolation, type TellLength, violation } from './violation.ts';

const MEGABYTE = 1_000_000;

/** Violations of a post's images and videos. */
export function checkMedia(network: NetworkRules, media: readonly PostMedia[]): Violation[] {
  if (media.length === 0) {
    const isRequired = network.requires.includes('media') || network.limits.some(({ field, min = 0 }) => field === 'media' && min > 0);
    if (!isRequired) return [];
    const message = say`${network.label} requires a picture or a video in every post.`;
    return [violation({ code: 'media_missing', field: 'media', message, remedy: say`Add at least one.` })];
  }
  const of = (kind: PostMedia['kind']) => media.filter((item) => item.kind === kind).length;
  return [
    ...tooMany(network, 'media', media.length),
    ...tooMany(network, 'images', of('image')),
    ...tooMany(network, 'videos', of('video')),
    ...tooLargeTogether(network, media),
    ...tooLongTogether(network, media),
    ...checkSameSize(network, media),
    ...media.flatMap((item, index) => checkItem(network, item, `media/${index}`)),
  ];
}

/** The one description of a post with several pictures, where the network has only that. */
export const joinedAltTexts = (media: readonly PostMedia[]): string =>
  media
    .map(({ altText = '' }) => altText.trim())
    .filter((text) => text !== '')
    .join('\n');

function tooLongTogether({ label, limits, joinsAltTexts }: NetworkRules, media: readonly PostMedia[]): Violation[] {
  if (!joinsAltTexts || media.length < 2) return [];
  const about = { code: 'alt_text_too_long', field: 'media', tell: altTextsTooLong, text: joinedAltTexts(media) };
  // A part of the joined text is in no field.
  return textLimits(limits, 'alt_text').flatMap((limit) => {
    const found = lengthViolation(label, limit, about);
    if (!found) return [];
    const { span: _span, ...whole } = found;
    return [whole];
  });
}

function tooMany({ label, limits }: NetworkRules, field: 'media' | 'images' | 'videos', count: number): Violation[] {
  const rule = limits.find((limit) => limit.field === field);
  if (!rule || count <= rule.max) return [];
  const message = TOO_MANY[field](count, label, rule.max);
  const remedy = say`Leave out ${count - rule.max}.`;
  return [violation({ code: `too_many_${field}`, field: 'media', message, remedy, count, limit: rule.max, unit: 'items' })];
}

function tooLargeTogether({ label, limits }: NetworkRules, media: readonly PostMedia[]): Violation[] {
  const rule = limits.find((limit) => limit.field === 'media_size');
  const bytes = media.reduce((sum, item) => sum + item.bytes, 0);
  if (!rule || bytes <= rule.max * MEGABYTE) return [];
  const count = Math.ceil(bytes / MEGABYTE);
  const message = say`All files together have ${count} megabytes; ${label} allows at most ${rule.max}.`;
  const remedy = say`Leave some out, or make them smaller.`;
  return [violation({ code: 'media_too_large', field: 'media', message, remedy, count, limit: rule.max, unit: 'megabytes' })];
}

const TOO_MANY = {
  media: (count: number, label: string, max: number) => say`There are ${count} pictures and videos; ${label} allows at most ${max}.`,
  images: (count: number, label: string, max: number) => say`There are ${count} pictures; ${label} allows at most ${max}.`,
  videos: (count: number, label: string, max: number) => say`There are ${count} videos; ${label} allows at most ${max}.`,
};
const TOO_LARGE = {
  image: (count: number, label: string, max: number) => say`The picture has ${count} megabytes; ${label} allows at most ${max}.`,
  video: (count: number, label: string, max: number) => say`The video has ${count} megabytes; ${label} allows at most ${max}.`,
  document: (count: number, label: string, max: number) => say`The document has ${count} megabytes; ${label} allows at most ${max}.`,
};
const altTextTooLong: TellLength = (length, label, max) =>
  say`The description of the picture is ${length} long; ${label} allows at most ${max}.`;

const altTextsTooLong: TellLength = (length, label, max) =>
  say`${label} joins the descriptions of all pictures, which are ${length} long; it allows at most ${max}.`;

function checkItem(network: NetworkRules, item: PostMedia, field: string): Violation[] {
  const { label, limits } = network;
  const limitOf = (wanted: RuleField) => limits.find((limit) => limit.field === wanted);
  const size = (item.frames && limitOf('animation_size')) || limitOf(`${item.kind}_size`);
  const violations: Violation[] = [
    ...checkShape(network, item, field),
    ...checkVideo(network, item, field),
    ...checkPicture(network, item, field),
    ...checkAnimation(network, item, field),
  ];
  if (size && item.bytes > size.max * MEGABYTE) {
    const count = Math.ceil(item.bytes / MEGABYTE);
    const message = TOO_LARGE[item.kind](count, label, size.max);
    const remedy = say`Make it smaller.`;
    violations.push(violation({ code: 'media_too_large', field, message, remedy, count, limit: size.max, unit: 'megabytes' }));
  }
  const text = item.altText ?? '';
  const tooLong = textLimits(limits, 'alt_text').map((limit) =>
    lengthViolation(label, limit, { code: 'alt_text_too_long', field: `${field}/alt_text`, tell: altTextTooLong, text }),
  );
  return [...violations, ...tooLong.filter((violation) => violation !== null), ...checkExtras(network, item, field)];
}

/** The pictures and the pixels of one that moves. */
function checkAnimation({ label, limits }: NetworkRules, { frames = 0, file }: PostMedia, field: string): Violation[] {
  const [mostFrames, mostPixels] = (['animation_frames', 'animation_pixels'] as const).map((wanted) =>
    limits.find((limit) => limit.field === wanted),
  );
  const pixels = (file?.width ?? 0) * (file?.height ?? 0);
  const violations: Violation[] = [];
  if (mostFrames && frames > mostFrames.max) {
    const message = say`The animated picture has ${frames} frames; ${label} allows at most ${mostFrames.max}.`;
    const about = { code: 'animation_too_long', field, message, remedy: say`Leave some of them out.` };
    violations.push(violation({ ...about, count: frames, limit: mostFrames.max, unit: 'items' }));
  }
  if (mostPixels && frames > 0 && pixels > mostPixels.max) {
    const message = say`The animated picture has ${pixels} pixels; ${label} allows at most ${mostPixels.max}.`;
    const about = { code: 'animation_too_large', field, message, remedy: say`Make it smaller.` };
    violations.push(violation({ ...about, count: pixels, limit: mostPixels.max, unit: 'pixels' }));
  }
  return violations;
}

/** The cover and the subtitles of a video, as far as they are sent. */
function checkExtras({ label, limits, requires }: NetworkRules, { kind, file, cover, subtitles }: PostMedia, field: string): Violation[] {
  const limitOf = (wanted: RuleField) => limits.find((limit) => limit.field === wanted);
  const [coverSize, subtitlesSize] = [limitOf('cover_size'), limitOf('subtitles_size')];
  const violations: Violation[] = [];
  if (requires.includes('cover') && kind === 'video' && file && !cover?.sentAs) {
    const message = say`${label} requires a cover for every video.`;
    const remedy = say`Choose a picture of the video as its cover.`;
    violations.push(violation({ code: 'cover_missing', field: `${field}/cover`, message, remedy }));
  }
  if (coverSize && cover?.bytes && cover.sentAs !== 'moment' && cover.sentAs !== null && cover.bytes > coverSize.max * MEGABYTE) {
    const count = Math.ceil(cover.bytes / MEGABYTE);
    const message = say`The cover of the video has ${count} megabytes; ${label} allows at most ${coverSize.max}.`;
    const about = { code: 'cover_too_large', field: `${field}/cover`, message, remedy: say`Use a smaller picture.` };
    violations.push(violation({ ...about, count, limit: coverSize.max, unit: 'megabytes' }));
  }
  if (subtitlesSize && subtitles?.isSent && subtitles.bytes > subtitlesSize.max) {
    const message = say`The subtitles have ${subtitles.bytes} bytes; ${label} allows at most ${subtitlesSize.max}.`;
    const about = { code: 'subtitles_too_large', field: `${field}/subtitles`, message, remedy: say`Shorten them, or leave them out.` };
    violations.push(violation({ ...about, count: subtitles.bytes, limit: subtitlesSize.max, unit: 'bytes' }));
  }
  return violations;
}

const ANOTHER_SIZE = { above: say`Make it smaller.`, below: say`Use a larger picture.` };

const PICTURE_MEASURES: readonly Measure[] = [
  {
    field: 'image_side',
    unit: 'pixels',
    of: ({ file }) => (file ? [Math.max(file.width, file.height), Math.min(file.width, file.height)] : null),
    above: [
      'image_dimensions',
      (count, label, max) => say`The longer side of the picture has ${count} pixels; ${label} allows at most ${max}.`,
    ],
    below: [
      'image_dimensions',
      (count, label, min) => say`The shorter side of the picture has ${count} pixels; ${label} requires at least ${min}.`,
    ],
    remedy: ANOTHER_SIZE,
  },
  {
    field: 'image_sides',
    unit: 'pixels',
    of: ({ file }) => (file ? [file.width + file.height, file.width + file.height] : null),
    above: [
      'image_dimensions',
      (count, label, max) =>
        say`Width and height of the picture together have ${grouped(count)} pixels; ${label} allows at most ${grouped(max)}.`,
    ],
    below: [
      'image_dimensions',
      (count, label, min) =>
        say`Width and height of the picture together have ${grouped(count)} pixels; ${label} requires at least ${grouped(min)}.`,
    ],
    remedy: ANOTHER_SIZE,
  },
  {
    field: 'image_pixels',
    unit: 'pixels',
    of: ({ file }) => (file ? [file.width * file.height, file.width * file.height] : null),
    above: [
      'image_dimensions',
      (count, label, max) => say`The picture has ${grouped(count)} pixels; ${label} allows at most ${grouped(max)}.`,
    ],
    below: [
      'image_dimensions',
      (count, label, min) => say`The picture has ${grouped(count)} pixels; ${label} requires at least ${grouped(min)}.`,
    ],
    remedy: ANOTHER_SIZE,
  },
];

const KILOBYTE = 1_000;

/** Violations of a still picture's size, in pixels and bytes; none in pixels before it is uploaded. */
function checkPicture({ label, limits }: NetworkRules, item: PostMedia, field: string): Violation[] {
  if (item.kind !== 'image' || item.frames) return [];
  const measured = PICTURE_MEASURES.flatMap((measure) => limits.flatMap((rule) => checkMeasure(label, rule, measure, item, field)));
  const { min = 0 } = limits.find((limit) => limit.field === 'image_size') ?? {};
  const least = min * KILOBYTE;
  if (item.bytes >= least * KILOBYTE) return measured;
  const count = Math.floor(item.bytes / KILOBYTE);
  const message = say`The picture has ${count} kilobytes; ${label} requires at least ${least}.`;
  return [...measured, violation({ code: 'media_too_small', field, message, remedy: ANOTHER_SIZE.below })];
}

/** Violations of pictures that must have the size of the first one. */
function checkSameSize({ label, wantsOneSize }: NetworkRules, media: readonly PostMedia[]): Violation[] {
  const [first, ...others] = media.flatMap(({ kind, file }, index) => (kind === 'image' && file ? [{ file, index }] : []));
  if (!wantsOneSize || !first) return [];
  const { width, height } = first.file;
  return others
    .filter(({ file }) => file.width !== width || file.height !== height)
    .map(({ file, index }) => {
      const message = say`The picture is ${file.width} × ${file.height} pixels; ${label} requires all pictures of a post to be as large as the first one, ${width} × ${height}.`;
      return violation({
        code: 'image_dimensions',
        field: `media/${index}`,
        message,
        remedy: say`Crop the pictures to the same size, or use only one.`,
      });
    });
}
