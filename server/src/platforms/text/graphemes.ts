import { spendWork } from '../../long-work/work-budget.ts';

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** The cost of a non-plain character, relative to a plain one. */
const SEGMENT_WORK = 8;
/** Plain ASCII without a carriage return: every unit is a grapheme cluster. */
const ONE_UNIT_EACH = /^[^\r\u0080-\uffff]*$/;

/** The number of grapheme clusters (UAX #29), which people call characters. Stops counting at `most`. */
export function countGraphemes(text: string, most = Number.POSITIVE_INFINITY): number {
  if (ONE_UNIT_EACH.test(text)) return Math.min(text.length, most);
  spendWork(SEGMENT_WORK * text.length);
  let count = 0;
  for (const _ of SEGMENTER.segment(text)) {
    count += 1;
    if (count >= most) break;
  }
  return count;
}

/** One of these between two consonants joins them into one cluster (rule GB9c, since Unicode 15.1). */
const CONJUNCT = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d][\p{M}\u200d]*(?=\p{Lo})/gu;

/** How many more clusters a counter from before Unicode 15.1 finds, such as Ruby's up to 3.4. */
export function countConjuncts(text: string): number {
  if (text.search(CONJUNCT) < 0) return 0;
  let count = 0;
  // Only within a cluster: elsewhere there is a boundary for both.
  for (const { segment } of SEGMENTER.segment(text)) count += segment.length > 2 ? (segment.match(CONJUNCT)?.length ?? 0) : 0;
  return count;
}

// A cluster ends before one of these, unless the preceding character is a "prepend" of UAX #29.
const PLAIN = /[\n -~]/;
const UNSURE_BEFORE = /[\r\ud800-\udfff\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e]/;

/**
 * Where the grapheme cluster at `position` begins; `position` itself if it is a boundary. Looks back no further than
 * the nearest certain boundary.
 */
export function graphemeStart(text: string, position: number): number {
  if (position <= 0) return 0;
  if (position >= text.length) return text.length;
  if (isSureBoundary(text, position)) return position;
  let from = position - 1;
  while (from > 0 && !isSureBoundary(text, from)) from -= 1;
  // Text after the next character does not affect the boundary before it.
  const window = text.slice(from, position + 2);
  spendWork(SEGMENT_WORK * window.length);
  return from + (SEGMENTER.segment(window).containing(position - from)?.index ?? position - from);
}

function isSureBoundary(text: string, position: number): boolean {
  return PLAIN.test(text.charAt(position)) && !UNSURE_BEFORE.test(text.charAt(position - 1));
}

/** Every position up to `end` where a grapheme cluster begins, found in one pass; null if each unit is one. */
export function graphemeStarts(text: string, end: number): ReadonlySet<number> | null {
  const view = text.slice(0, end + 2);
  if (ONE_UNIT_EACH.test(view)) return null;
  spendWork(SEGMENT_WORK * view.length);
  const starts = new Set<number>();
  for (const { index } of SEGMENTER.segment(view)) starts.add(index);
  return starts.add(text.length);
}

/** The grapheme clusters of a text, in order. */
export function* listGraphemes(text: string): Generator<string> {
  spendWork(SEGMENT_WORK * text.length);
  for (const { segment } of SEGMENTER.segment(text)) yield segment;
}

/**
 * As matchAll() of a pattern with the flag `g`, for rare patterns: matchAll() clones the pattern each time, which
 * takes longer than searching a post.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}

/**
 * Escapes a text for a pattern that matches it literally. Hyphens are not escaped: with the flag `u`, that is invalid
 * outside of a class.
 */
export const asLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
