import { spendWork } from '../../long-work/work-budget.ts';
import type { Span } from '../platform.ts';
import { findFacets } from './facets.ts';
import { graphemeStarts } from './graphemes.ts';

// Scripts without spaces between words, their punctuation, and emoji: here a word boundary may be an end.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Emoji_Presentation}\u3001-\u303f\uff01-\uff65]/u;
const SPACE = /[\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/;
// Chinese and Japanese lines never begin or end with one of these.
const NEVER_FIRST = /[\p{Pe}\p{Pf}\p{Po}ーゝゞ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ\p{Join_Control}\p{M}\p{Emoji_Modifier}]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}\p{Nd}\u200d]/u;
// "10 000" is one number, and "5 GB" has another meaning without its unit.
const SPACED_NUMBER = /\d{1,3}(?: \d{3})+(?!\d)/g;
const BARE_NUMBER = /(?:^|\s)[^\s\p{L}]{0,3}\p{Nd}[\p{Nd}.,:]*$/u;
const SENTENCE_END = /[.!?…。！？؟।][)"'’”»」』]*$/u;

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });
const LOOK_AHEAD = 64;

/**
 * The positions where a text may end, in order, up to `room`: between words, and never inside a grapheme cluster, a
 * link, a mention, a tag or a number.
 */
export function findCutPoints(text: string, room: number): number[] {
  const view = text.slice(0, room + LOOK_AHEAD);
  spendWork(10 * view.length);
  const whole = [
    ...findFacets(view),
    ...[...view.matchAll(SPACED_NUMBER)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  ].sort((a, b) => a.start - b.start);
  const starts = graphemeStarts(view, room);
  const isOutside = sweepOver(whole);
  const points = new Set([...spaces(view), ...wordBoundaries(view)].filter((point) => point > 0 && point <= room && point < text.length));
  return [...points]
    .sort((a, b) => a - b)
    .filter((point) => isOutside(point) && !leavesNumber(view, point) && (starts === null || starts.has(point)));
}

/** Whether a sentence ends here: at its punctuation, before a new beginning. */
export function isSentenceEnd(text: string, point: number): boolean {
  const before = text.slice(Math.max(0, point - 24), point);
  if (!SENTENCE_END.test(before) || /(?:^|[\s(])(?:\p{L}\.)+$|\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|etc|ca|Nr|No|bzw)\.$/u.test(before))
    return false;
  return !/^\s*\p{Ll}/u.test(text.slice(point, point + LOOK_AHEAD));
}

function* spaces(view: string): Generator<number> {
  for (let point = 1; point < view.length; point += 1) {
    if (SPACE.test(view.charAt(point)) && !SPACE.test(view.charAt(point - 1))) yield point;
  }
}

function* wordBoundaries(view: string): Generator<number> {
  if (!UNSPACED.test(view)) return;
  let before = '';
  for (const { segment, index } of SEGMENTER.segment(view)) {
    const last = [...before.slice(-2)].at(-1) ?? '';
    const first = String.fromCodePoint(segment.codePointAt(0) ?? 0);
    const isUnspaced = UNSPACED.test(last) || UNSPACED.test(first) || last === '\ufe0f';
    if (isUnspaced && !NEVER_FIRST.test(first) && !NEVER_LAST.test(last) && !SPACE.test(last)) yield index;
    before = segment;
  }
}

/** Whether a point is outside of all spans, for points in ascending order: each span is visited once. */
function sweepOver(spans: readonly Span[]): (point: number) => boolean {
  let next = 0;
  let end = 0;
  return (point) => {
    for (let span = spans[next]; span && span.start < point; span = spans[next]) {
      end = Math.max(end, span.end);
      next += 1;
    }
    return point >= end;
  };
}

function leavesNumber(view: string, point: number): boolean {
  return BARE_NUMBER.test(view.slice(Math.max(0, point - 40), point)) && /^ \S/.test(view.slice(point, point + 2));
}
