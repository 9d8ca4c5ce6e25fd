import { findCutPoints, isSentenceEnd } from './cut-points.ts';
import { fitText } from './fit-text.ts';
import { measureText } from './text-length.ts';
import { fitsLimits, fittingLength, type TextLimit } from './text-limits.ts';

/** A part that ends sooner than this share of its room would look torn off. */
const PARAGRAPH_SHARE = 0.4;
const SENTENCE_SHARE = 0.4;

/**
 * A text in parts that each keep to the limits, numbered "1/3" when there are several. Parts end
 * with a paragraph, a sentence or at least a word; what is left after `maxParts` is cut off.
 */
export function splitThread(text: string, limits: readonly TextLimit[], maxParts: number): string[] {
  if (fitsLimits(text, limits)) return [text];
  if (maxParts <= 1) return [fitText(text, limits)];
  const tight = roomBeside(limits, numberOf(maxParts, maxParts));
  const parts: string[] = [];
  let rest = text.trim();
  while (rest && parts.length < maxParts - 1 && !fitsLimits(rest, tight)) {
    const { part, end } = takePart(rest, tight);
    if (!part) break;
    parts.push(part);
    rest = rest.slice(end).trim();
  }
  const last = rest && fitText(rest, tight);
  return numberParts(last ? [...parts, last] : parts);
}

/** Adds "1/3" and so on below the parts of a thread. */
export function numberParts(parts: readonly string[]): string[] {
  if (parts.length < 2) return [...parts];
  return parts.map((part, index) => part + numberOf(index + 1, parts.length));
}

/** The limits as they are left when something is added to the text. */
export function roomBeside(limits: readonly TextLimit[], addition: string): TextLimit[] {
  return limits.map((limit) => ({ ...limit, max: limit.max - measureText(addition, limit) }));
}

export function numberOf(part: number, parts: number): string {
  return `\n\n${part}/${parts}`;
}

function takePart(text: string, limits: readonly TextLimit[]): { part: string; end: number } {
  const points = findCutPoints(text, fittingLength(text, limits)).reverse();
  const [furthest = 0] = points;
  const end =
    points.find((point) => point >= furthest * PARAGRAPH_SHARE && /^\s*\n\s*\n/.test(text.slice(point, point + 16))) ??
    points.find((point) => point >= furthest * SENTENCE_SHARE && isSentenceEnd(text, point));
  if (end !== undefined) return { part: text.slice(0, end), end };
  for (const point of points) {
    if (fitsLimits(`${text.slice(0, point)}…`, limits)) return { part: `${text.slice(0, point)}…`, end: point };
  }
  return { part: '', end: 0 };
}
