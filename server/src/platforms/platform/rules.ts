import type { StoredSentence } from '../../languages/stored-message.ts';

/** A half-open range of UTF-16 units within one text. */
export interface Span {
  start: number;
  end: number;
}

/** Where a text first has something of this pattern, which is a global one. */
export function firstSpan(pattern: RegExp, text: string): Span | null {
  const found = text.matchAll(pattern).next().value;
  return found ? { start: found.index, end: found.index + found[0].length } : null;
}

/** A span of the text that the platform links. */
export interface Facet extends Span {
  kind: 'link' | 'mention' | 'tag';
  /** The target of a click. */
  target: string;
}

/**
 * The platform's counting: twitter-text weights, grapheme clusters, UTF-16 units, code points, UTF-8 bytes, or code
 * points with every emoji as its UTF-8 bytes.
 */
export type LengthUnit = 'weighted' | 'graphemes' | 'utf16' | 'code_points' | 'bytes' | 'emoji_as_bytes';

/** How a text is counted, beyond its length in a unit. */
export interface Counting {
  unit: LengthUnit;
  /** The fixed length of any URL, where the platform does not count its characters. */
  urlWeight?: number;
  /** Of "@name@host" only "@name" counts. */
  dropsMentionHost?: true;
  /** Indian consonants that are written as one count apart, as before Unicode 15.1. */
  partsConjuncts?: true;
  /** Characters that are sent longer than they are displayed, because of escaping. */
  costs?: Readonly<Record<string, number>>;
}

export const RULE_FIELDS = [
  'text',
  /** The length of one paragraph of the text; an empty line ends it. */
  'paragraph',
  'title',
  /** The number of posts in a thread. */
  'thread',
  /** The number of tags, wherever `tagsIn` puts them. */
  'tags',
  /** The number of tags in the text, where others have a field of their own. */
  'text_tags',
  /** The length of one tag. */
  'tag',
  /** The total length of all tags, as counted by the platform. */
  'all_tags',
  'mentions',
  /** The number of different links in the text. */
  'links',
  /** The length of the post's link. */
  'link',
  'media',
  /** The size of all images and videos of a post together. */
  'media_size',
  'images',
  'videos',
  'image_size',
  /** The width of an image in percent of its height. */
  'image_shape',
  /** Each side of a still picture, in pixels. */
  'image_side',
  /** Width and height of a still picture together, in pixels. */
  'image_sides',
  /** The pixels of a still picture: its width times its height. */
  'image_pixels',
  /** The size of an animated picture, where it differs from that of a still one. */
  'animation_size',
  /** The pixels of an animated picture: its width times its height. */
  'animation_pixels',
  /** The number of pictures in an animated one. */
  'animation_frames',
  'document_size',
  'video_size',
  'video_length',
  /** The width of a video in percent of its height. */
  'video_shape',
  /** The number of pictures that a video shows in a second. */
  'video_rate',
  /** Each side of a video, in pixels. */
  'video_side',
  /** The width of a video, in pixels. */
  'video_width',
  /** The pixels of one picture of a video: its width times its height. */
  'video_pixels',
  /** The size of the cover of a video. */
  'cover_size',
  /** The size of the subtitles of a video. */
  'subtitles_size',
  'alt_text',
  /** The length of the account's own comment under the post; a network without this limit takes none. */
  'first_comment',
] as const;

export type RuleField = (typeof RULE_FIELDS)[number];

/** A megabyte is 1,000,000 bytes: the stricter reading, where a platform does not specify it. */
export type RuleUnit = LengthUnit | 'items' | 'megabytes' | 'seconds' | 'percent' | 'per_second' | 'pixels';

/** One limit as data, with where it is from. */
export interface PlatformRule extends Omit<Counting, 'unit'> {
  field: RuleField;
  max: number;
  /** The least that the platform takes; nothing or none by default. Of a shape it may be a fraction: 1:3 is a third of 100. */
  min?: number;
  unit: RuleUnit;
  /** Applies only to posts with images or videos. */
  when?: 'media';
  /** Document or package the figure was read from. */
  source: string;
  /** ISO date of that reading. */
  checkedOn: string;
  /**
   * The stricter of conflicting sources counts; `operator`: set by this service's configuration; `told`: reported by
   * the account's own server.
   */
  confidence: 'documented' | 'observed' | 'conflicting' | 'operator' | 'told';
}

/** Where a figure is from: the document or package, and the ISO date of that reading. */
export const documented = (source: string, checkedOn: string) => ({ source, checkedOn, confidence: 'documented' }) as const;

/** The same where it was seen, but is not promised. */
export const observed = (source: string, checkedOn: string) => ({ source, checkedOn, confidence: 'observed' }) as const;

/** The same where sources name different figures; the stricter one counts. */
export const conflicting = (source: string, checkedOn: string) => ({ source, checkedOn, confidence: 'conflicting' }) as const;

/** How a video must be stored and encoded, with where that is from; a list that is absent is not known. */
export interface VideoFormats extends Pick<PlatformRule, 'source' | 'checkedOn' | 'confidence'> {
  /** MIME types. */
  types: readonly string[];
  /** Of the pictures: `avc` (H.264), `hevc` (H.265), `vp8`, `vp9` or `av1`. */
  codecs?: readonly string[];
  /** Of the sound: `aac`, `opus` and so on. A video without sound is accepted. */
  soundCodecs?: readonly string[];
}

/** The number of posts that a platform accepts per period. Enforced before the call, across all processes. */
export interface PlatformQuota {
  /** Posts; those of a thread and its first comment count as `quotaCost` says. */
  max: number;
  /** Length of the moving window. */
  perSeconds: number;
  /** `connection`: of each connected account. `app`: of the whole service, which is one app there. */
  scope: 'connection' | 'app';
  /** Document that the figure was read from. */
  source: string;
  /** ISO date of that reading. */
  checkedOn: string;
  confidence: PlatformRule['confidence'];
}

/** One violation of a platform's rules; validation reports all of them at once. */
export interface Violation {
  /** Stable code, for instance `text_too_long`. */
  code: string;
  /** `text`, `title`, `tags`, `link`, `media` or `thread/0`. */
  field: string;
  /** In English, as `remedy` is. */
  message: string;
  remedy: string;
  /** Both with their parameters, for other languages; absent in rows from before these were stored. */
  sentences?: { message: StoredSentence; remedy: StoredSentence };
  count?: number;
  limit?: number;
  unit?: RuleUnit;
  span?: Span;
}

/** A limit reported by one account's server, which overrides the general one. */
export type ServerLimit = Pick<PlatformRule, 'field' | 'max' | 'min' | 'source' | 'checkedOn' | 'unit' | keyof Omit<Counting, 'costs'>>;
