import { findCutPoints, isSentenceEnd } from './cut-points.ts';
import { measureText } from './text-length.ts';
import { fitsLimits, fittingLength, type TextLimit } from './text-limits.ts';

/** How far off the even length a part may be for the sake of a paragraph, in shares of that length. */
const LINE_COST = 0.3;
const SENTENCE_COST = 0.45;

/**
 * All of a text in parts that each keep to the limits, about equally long, each ending with a
 * paragraph, a line or a sentence. Null when that takes more than `mostParts`: nothing is cut off.
 */
export function splitThread(text: string, limits: readonly TextLimit[], mostParts: number): string[] | null {
  const whole = text.trim();
  if (fitsLimits(whole, limits)) return [whole];
  const least = Math.max(2, ...limits.map((limit) => Math.ceil(measureText(whole, limit) / limit.max)));
  for (let count = least; count <= mostParts; count += 1) {
    // Evenly where that works out; else each part as full as it gets.
    const parts = splitInto(whole, limits, count, evenCost) ?? splitInto(whole, limits, count, fullCost);
    if (parts) return parts;
  }
  return null;
}

type Cost = (point: number, even: number) => number;
const evenCost: Cost = (point, even) => Math.abs(point - even) / even;
const fullCost: Cost = (point, even) => (-2 * point) / even;

function splitInto(text: string, limits: readonly TextLimit[], count: number, costOf: Cost): string[] | null {
  const parts: string[] = [];
  let rest = text;
  while (parts.length < count - 1 && !fitsLimits(rest, limits)) {
    const end = bestEnd(rest, limits, rest.length / (count - parts.length), costOf);
    if (end === null) return null;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return fitsLimits(rest, limits) ? [...parts, rest] : null;
}

/** Where something ends, as near to what is wanted as may be. */
function bestEnd(text: string, limits: readonly TextLimit[], even: number, costOf: Cost): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const point of findCutPoints(text, fittingLength(text, limits))) {
    const breaks = breakCost(text, point);
    if (breaks === null) continue;
    const cost = breaks + costOf(point, even);
    if (cost <= least) [best, least] = [point, cost];
  }
  return best;
}

function breakCost(text: string, point: number): number | null {
  const after = text.slice(point, point + 16);
  // What introduces something stays with it.
  if (/[:：]/.test(text.charAt(point - 1))) return null;
  if (/^\s*\n\s*\n/.test(after)) return 0;
  if (/^\s*\n/.test(after)) return LINE_COST;
  return isSentenceEnd(text, point) ? SENTENCE_COST : null;
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
