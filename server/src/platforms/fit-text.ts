import { findCutPoints, isSentenceEnd } from './cut-points.ts';
import { graphemeStart } from './graphemes.ts';
import { fitsLimits, fittingLength, type TextLimit } from './text-limits.ts';

/** How much of what would fit may be given up to end with a whole sentence. */
const SENTENCE_SHARE = 0.6;
const LOOSE_END = /[\s,;:–—]/u;
const LOOSE_WORD = /\s[-–—&+|·•/([{«„“"'*_~#@<>=]+$/u;

/**
 * The text, shortened where it breaks a limit: after a whole sentence if one ends late enough,
 * else after a whole word, with an ellipsis. Never cuts a grapheme cluster, word, link, mention,
 * tag or number; empty when not even the first of them fits.
 */
export function fitText(text: string, limits: readonly TextLimit[], ellipsis = '…'): string {
  if (fitsLimits(text, limits)) return text;
  const points = findCutPoints(text, fittingLength(text, limits)).reverse();
  for (const point of points) {
    const kept = withoutLooseEnd(text, point);
    if (!kept || !fitsLimits(kept + ellipsis, limits)) continue;
    const sentence = points.find((other) => other <= point && other >= point * SENTENCE_SHARE && isSentenceEnd(text, other));
    return sentence === undefined ? kept + ellipsis : text.slice(0, sentence);
  }
  return '';
}

/** The beginning of the text without the comma, dash or opening quote that would stand before the ellipsis. */
function withoutLooseEnd(text: string, point: number): string {
  let kept = text.slice(0, point);
  for (;;) {
    let end = kept.length;
    while (end > 0 && LOOSE_END.test(kept.charAt(end - 1))) end -= 1;
    const next = kept.slice(0, end);
    const loose = LOOSE_WORD.exec(next.slice(-8));
    if (!loose) return graphemeStart(text, next.length) === next.length ? next : '';
    kept = next.slice(0, next.length - loose[0].length);
  }
}
