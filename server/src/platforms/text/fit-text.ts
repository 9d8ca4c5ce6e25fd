import { findCutPoints, isSentenceEnd } from './cut-points.ts';
import { graphemeStart } from './graphemes.ts';
import { fitsLimits, fittingLength, type TextLimit } from './text-limits.ts';

/** How much of the available length may be given up to end with a complete sentence. */
const SENTENCE_SHARE = 0.6;
const ELLIPSIS = '…';
const LOOSE_END = /[\s,;:–—]/u;
const LOOSE_WORD = /\s[-–—&+|·•/([{«„“"'*_~#@<>=]+$/u;

/**
 * The text, shortened if it exceeds a limit: after a whole sentence if one ends late enough, otherwise after a whole
 * word, with an ellipsis. Never cuts a grapheme cluster, word, link, mention, tag or number; empty if not even the
 * first of them fits.
 */
export function fitText(text: string, limits: readonly TextLimit[]): string {
  if (fitsLimits(text, limits)) return text;
  const points = findCutPoints(text, fittingLength(text, limits)).reverse();
  // Results from a later point also apply to the points between.
  let looked = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    if (point >= looked) continue;
    const { end, isWhole } = withoutLooseEnd(text, point);
    looked = Math.max(1, end);
    const kept = text.slice(0, end);
    if (end === 0 || !isWhole || !fitsLimits(kept + ELLIPSIS, limits)) continue;
    const sentence = lastSentenceEnd(text, points, index);
    return sentence === undefined ? kept + ELLIPSIS : text.slice(0, sentence);
  }
  return '';
}

/** The points are in descending order: the first sufficiently late one is close. */
function lastSentenceEnd(text: string, points: readonly number[], from: number): number | undefined {
  const least = (points[from] ?? 0) * SENTENCE_SHARE;
  for (let index = from; (points[index] ?? 0) >= least && index < points.length; index += 1) {
    const point = points[index] ?? 0;
    if (isSentenceEnd(text, point)) return point;
  }
  return undefined;
}

/** Where the text ends without a trailing comma, dash or opening quote before the ellipsis. */
function withoutLooseEnd(text: string, point: number): { end: number; isWhole: boolean } {
  let end = point;
  for (;;) {
    while (end > 0 && LOOSE_END.test(text.charAt(end - 1))) end -= 1;
    const loose = LOOSE_WORD.exec(text.slice(Math.max(0, end - 8), end));
    if (!loose) return { end, isWhole: graphemeStart(text, end) === end };
    end -= loose[0].length;
  }
}
