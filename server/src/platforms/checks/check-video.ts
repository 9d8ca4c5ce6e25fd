import { grouped, listed, type Sentence, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Platform, PlatformRule, PostMedia, RuleField, RuleUnit, Violation } from '../platform.ts';
import { shapeInWords } from './check-shape.ts';
import { IN_UNIT, violation } from './violation.ts';

/** One property of a video or a picture that networks limit. */
export interface Measure {
  field: RuleField;
  unit: RuleUnit;
  /** The largest figure and the smallest, where these differ; null if it is not known. */
  of(item: PostMedia): readonly [most: number, least: number] | null;
  /** The codes and messages if it is above or below the limit. */
  above: readonly [code: string, tell: (count: number, label: string, limit: number) => Sentence];
  below: readonly [code: string, tell: (count: number, label: string, limit: number) => Sentence];
  remedy: { above: Sentence; below: Sentence };
}

const ANOTHER_SIZE = { above: say`Export it at a smaller size.`, below: say`Export it at a larger size.` };
const ANOTHER_RATE = { above: say`Export it at fewer frames per second.`, below: say`Export it at more frames per second.` };
/** "12 hours"; exact, so "90 seconds". */
function duration(seconds: number): Sentence {
  if (seconds > 0 && seconds % 3_600 === 0) return say`${seconds / 3_600} hours`;
  if (seconds >= 120 && seconds % 60 === 0) return say`${seconds / 60} minutes`;
  return IN_UNIT.seconds(seconds < 10_000 ? seconds : grouped(seconds));
}

const same = (figure: number | undefined): [number, number] | null => (figure === undefined ? null : [figure, figure]);

const MEASURES: readonly Measure[] = [
  {
    field: 'video_length',
    unit: 'seconds',
    of: ({ seconds }) => same(seconds),
    above: ['video_too_long', (count, label, max) => say`The video is ${duration(count)} long; ${label} allows at most ${duration(max)}.`],
    below: [
      'video_too_short',
      (count, label, min) => say`The video is ${duration(count)} long; ${label} requires at least ${duration(min)}.`,
    ],
    remedy: { above: say`Shorten it.`, below: say`Make it longer.` },
  },
  {
    field: 'video_rate',
    unit: 'per_second',
    // 59.97 and 60.03 are both what people call 60.
    of: ({ tracks }) => same(tracks && Math.round(tracks.rate * 10) / 10),
    above: ['video_rate', (count, label, max) => say`The video has ${count} frames per second; ${label} allows at most ${max}.`],
    below: ['video_rate', (count, label, min) => say`The video has ${count} frames per second; ${label} requires at least ${min}.`],
    remedy: ANOTHER_RATE,
  },
  {
    field: 'video_side',
    unit: 'pixels',
    of: ({ file }) => (file ? [Math.max(file.width, file.height), Math.min(file.width, file.height)] : null),
    above: [
      'video_dimensions',
      (count, label, max) => say`The longer side of the video has ${count} pixels; ${label} allows at most ${max}.`,
    ],
    below: [
      'video_dimensions',
      (count, label, min) => say`The shorter side of the video has ${count} pixels; ${label} requires at least ${min}.`,
    ],
    remedy: ANOTHER_SIZE,
  },
  {
    field: 'video_width',
    unit: 'pixels',
    of: ({ file }) => same(file?.width),
    above: ['video_dimensions', (count, label, max) => say`The video is ${count} pixels wide; ${label} allows at most ${max}.`],
    below: ['video_dimensions', (count, label, min) => say`The video is ${count} pixels wide; ${label} requires at least ${min}.`],
    remedy: ANOTHER_SIZE,
  },
  {
    field: 'video_pixels',
    unit: 'pixels',
    of: ({ file }) => same(file && file.width * file.height),
    above: [
      'video_dimensions',
      (count, label, max) => say`A frame of the video has ${grouped(count)} pixels; ${label} allows at most ${grouped(max)}.`,
    ],
    below: [
      'video_dimensions',
      (count, label, min) => say`A frame of the video has ${grouped(count)} pixels; ${label} requires at least ${grouped(min)}.`,
    ],
    remedy: ANOTHER_SIZE,
  },
];

/** Violations of a video's length, frame rate, size in pixels, file type and encoding; none for what is not known of it. */
export function checkVideo(network: NetworkRules, item: PostMedia, field: string): Violation[] {
  if (item.kind !== 'video') return [];
  const measured = MEASURES.flatMap((measure) => network.limits.flatMap((rule) => checkMeasure(network.label, rule, measure, item, field)));
  return [...measured, ...checkFormats(network, item, field)];
}

/** The violation of one limit of a property, if any. */
export function checkMeasure(
  label: string,
  { field: ruled, max, min = 0 }: PlatformRule,
  measure: Measure,
  item: PostMedia,
  field: string,
) {
  const figures = ruled === measure.field ? measure.of(item) : null;
  if (!figures) return [];
  const [most, least] = figures;
  const { unit, remedy } = measure;
  // Never rounded to the limit that it breaks.
  if (most > max) {
    const [code, tell] = measure.above;
    const count = Math.ceil(most);
    return [violation({ code, field, message: tell(count, label, max), remedy: remedy.above, count, limit: max, unit })];
  }
  if (least >= min) return [];
  const [code, tell] = measure.below;
  const count = Math.floor(least);
  return [violation({ code, field, message: tell(count, label, min), remedy: remedy.below, count, limit: min, unit })];
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ 'video/mp4': 'MP4', 'video/quicktime': 'MOV', 'video/webm': 'WebM' },
  ...{ avc: 'H.264', hevc: 'H.265', vp8: 'VP8', vp9: 'VP9', av1: 'AV1' },
  ...{ aac: 'AAC', opus: 'Opus', mp3: 'MP3', vorbis: 'Vorbis', flac: 'FLAC' },
};
/** What people call a file type or a codec. */
const nameOf = (format: string): string => NAMES[format] ?? format;
const namesOf = (formats: readonly string[]) => listed(formats.map(nameOf));

function checkFormats({ label, videoFormats }: NetworkRules, { file, tracks }: PostMedia, field: string): Violation[] {
  if (!videoFormats) return [];
  const { types, codecs, soundCodecs } = videoFormats;
  const violations: Violation[] = [];
  if (file && !types.includes(file.mimeType)) {
    const message = say`The video is a file of the type ${nameOf(file.mimeType)}; ${label} accepts ${namesOf(types)}.`;
    violations.push(violation({ code: 'video_type', field, message, remedy: say`Export it as ${nameOf(types[0] ?? '')}.` }));
  }
  if (tracks && codecs && !codecs.includes(tracks.codec ?? '')) {
    const own = tracks.codec ? nameOf(tracks.codec) : '?';
    const message = say`The pictures of the video are encoded as ${own}; ${label} accepts ${namesOf(codecs)}.`;
    violations.push(violation({ code: 'video_codec', field, message, remedy: say`Export it as ${nameOf(codecs[0] ?? '')}.` }));
  }
  if (tracks?.soundCodec && soundCodecs && !soundCodecs.includes(tracks.soundCodec)) {
    const message = say`The sound of the video is encoded as ${nameOf(tracks.soundCodec)}; ${label} accepts ${namesOf(soundCodecs)}.`;
    const remedy = say`Export it with sound as ${nameOf(soundCodecs[0] ?? '')}.`;
    violations.push(violation({ code: 'video_sound_codec', field, message, remedy }));
  }
  return violations;
}

/** What a network takes of a video, for people who are about to choose one: "up to 512 megabytes", "MP4, MOV". */
export function videoRulesInWords({
  rules,
  requires = [],
  videoFormats,
}: Pick<Platform, 'rules' | 'requires' | 'videoFormats'>): (Sentence | string)[] {
  const figures = VIDEO_FIELDS.flatMap((field) => rules.filter((rule) => rule.field === field).map(ruleInWords));
  const formats = [videoFormats?.types, videoFormats?.codecs, videoFormats?.soundCodecs];
  const cover = requires.includes('cover') ? [say`with a cover`] : [];
  return [...figures, ...cover, ...formats.flatMap((names) => (names ? [names.map(nameOf).join(' / ')] : []))];
}

const VIDEO_FIELDS: readonly RuleField[] = [
  ...(['video_length', 'video_size', 'video_shape', 'video_rate', 'video_side', 'video_width', 'video_pixels'] as const),
];

function ruleInWords({ field, unit, min, max }: PlatformRule): Sentence | string {
  if (field === 'video_shape') return say`${shapeInWords(min ?? 0)} to ${shapeInWords(max)}`;
  if (field === 'video_width') return say`up to ${IN_UNIT[unit](max)} wide`;
  if (field === 'video_pixels') return say`up to ${IN_UNIT.pixels(grouped(max))} a frame`;
  if (field === 'video_length') return min ? say`${duration(min)} to ${duration(max)}` : say`up to ${duration(max)}`;
  const gigabytes = say`${max / 1_000} gigabytes`;
  if (unit === 'megabytes' && max >= 10_000) return say`up to ${gigabytes}`;
  return min ? say`${min} to ${IN_UNIT[unit](max)}` : say`up to ${IN_UNIT[unit](max)}`;
}
