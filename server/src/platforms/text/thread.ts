import { findCutPoints, isSentenceEnd } from './cut-points.ts';
import { measureText } from './text-length.ts';
import { fitsLimits, fittingLength, type TextLimit } from './text-limits.ts';

/** The tolerated deviation from the even length for ending at a paragraph, in shares of that length. */
const LINE_COST = 0.3;
const SENTENCE_COST = 0.45;
/** The tolerated number of extra parts for whole paragraphs, in shares. */
const WORTH_A_PARAGRAPH = 1.5;

/** "1/", "2/5" or "(3/5)", as writers of threads number their parts; in digits of Latin, Arabic and Persian. */
const OWN_NUMBER = /^\(?([0-9٠-٩۰-۹]{1,2})\/(?:[0-9٠-٩۰-۹]{1,2})?\)?\s/u;

/** A text as a numbered thread: by the writer's own numbers if it has them, otherwise with ours. Null if it takes too many parts. */
export function writeThread(text: string, limits: readonly TextLimit[], mostParts: number): string[] | null {
  const own = partsAsNumbered(text);
  if (own && own.length <= mostParts && own.every((part) => fitsLimits(part, limits))) return own;
  const parts = splitThread(text, roomBeside(limits, numberOf(mostParts, mostParts)), mostParts);
  return parts && numberParts(parts);
}

/** The parts that the writer has numbered from one on; null for other texts. */
function partsAsNumbered(text: string): string[] | null {
  const parts: string[] = [];
  for (const paragraph of text.trim().split(/\n[ \t]*\n\s*/)) {
    const [, digits = ''] = OWN_NUMBER.exec(paragraph) ?? [];
    // The last four bits of these digits are their value.
    const number = [...digits].reduce((sum, digit) => sum * 10 + (digit.charCodeAt(0) & 15), 0);
    if (number === parts.length + 1) parts.push(paragraph);
    else if (parts.length > 0) parts.push(`${parts.pop()}\n\n${paragraph}`);
    else return null;
  }
  return parts.length > 1 ? parts : null;
}

/**
 * Splits a whole text into parts within the limits, of about equal length, each ending with a paragraph, a line or a
 * sentence. Null if that takes more than `mostParts`: nothing is cut.
 */
export function splitThread(text: string, limits: readonly TextLimit[], mostParts: number): string[] | null {
  const whole = text.trim();
  if (fitsLimits(whole, limits)) return [whole];
  const least = Math.max(2, ...limits.map((limit) => Math.ceil(measureText(whole, limit) / limit.max)));
  // Ending at paragraphs is worth an extra part; related lines are separated only if there is no other way.
  const ways = [
    { breaks: paragraphCost, most: Math.min(mostParts, Math.ceil(least * WORTH_A_PARAGRAPH)) },
    { breaks: breakCost, most: mostParts },
    { breaks: looseBreakCost, most: mostParts },
    { breaks: anyBreakCost, most: mostParts },
  ];
  for (const { breaks, most } of ways) {
    for (let count = least; count <= most; count += 1) {
      // Evenly where that works out; else each part as full as it gets.
      const parts =
        splitInto(whole, limits, count, { breaks, places: evenCost }) ?? splitInto(whole, limits, count, { breaks, places: fullCost });
      if (parts) return parts;
    }
  }
  return null;
}

interface Costs {
  /** The cost of an end there; null where none is permitted. */
  breaks(text: string, point: number): number | null;
  /** The cost of the distance to the desired position. */
  places: PlaceCost;
}

type PlaceCost = (point: number, even: number) => number;
const evenCost: PlaceCost = (point, even) => Math.abs(point - even) / even;
const fullCost: PlaceCost = (point, even) => (-2 * point) / even;

function splitInto(text: string, limits: readonly TextLimit[], count: number, costs: Costs): string[] | null {
  const parts: string[] = [];
  let rest = text;
  while (parts.length < count - 1 && !fitsLimits(rest, limits)) {
    const end = bestEnd(rest, limits, rest.length / (count - parts.length), costs);
    if (end === null) return null;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return fitsLimits(rest, limits) ? [...parts, rest] : null;
}

/** The best end near the desired length. */
function bestEnd(text: string, limits: readonly TextLimit[], even: number, costs: Costs): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const point of findCutPoints(text, fittingLength(text, limits))) {
    const breaks = costs.breaks(text, point);
    if (breaks === null) continue;
    const cost = breaks + costs.places(point, even);
    if (cost <= least) [best, least] = [point, cost];
  }
  return best;
}

const LIST_MARK = /^\s*(?:[•*+–-]|\d{1,3}[.)])\s/;
const LONGEST_HEADING = 80;
const LOOK_AROUND = 400;

/** Not after a heading, between a question and its answer, or inside a stanza or list. */
function breakCost(text: string, point: number): number | null {
  return bondAt(text, point) === null ? anyBreakCost(text, point) : null;
}

const paragraphCost: Costs['breaks'] = (text, point) => (breakCost(text, point) === 0 ? 0 : null);

/** The further deviation that is tolerated to end outside of a stanza or list, in shares of the even length. */
const LOOSE_COST = 0.35;

/** Inside a stanza or list too, which may be longer than a post, if nothing else is near enough. */
function looseBreakCost(text: string, point: number): number | null {
  const bond = bondAt(text, point);
  const cost = bond === 'firm' ? null : anyBreakCost(text, point);
  return cost !== null && bond === 'loose' ? cost + LOOSE_COST : cost;
}

function anyBreakCost(text: string, point: number): number | null {
  const after = text.slice(point, point + 16);
  // An introduction stays with what follows.
  if (/[:：]/.test(text.charAt(point - 1))) return null;
  if (/^\s*\n\s*\n/.test(after)) return 0;
  if (/^\s*\n/.test(after)) return LINE_COST;
  return isSentenceEnd(text, point) ? SENTENCE_COST : null;
}

/** What holds the text together there: firm after a heading or a question, loose inside a stanza or list. */
function bondAt(text: string, point: number): 'firm' | 'loose' | null {
  const before = text.slice(Math.max(0, point - LOOK_AROUND), point);
  const after = text.slice(point, point + LOOK_AROUND);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const [gap = '', next = ''] = /^\s*?(\n\s*)?([^\n]*)/.exec(after)?.slice(1) ?? [];
  if (gap === '') return LIST_MARK.test(line) ? 'loose' : null;
  if (/[?？؟]["'”’»]?$/.test(line)) return 'firm';
  if (LIST_MARK.test(line) && LIST_MARK.test(next)) return 'loose';
  const isOpen = !/[.!?…。！？؟][)"'”’»」』]*$|https?:\S+$|[#＃]\S+$/u.test(line);
  // A line on its own without final punctuation is a heading.
  const isAlone = !before.trimEnd().includes('\n') || /\n\s*\n[^\n]*$/.test(before);
  if (isAlone && isOpen && line.length <= LONGEST_HEADING && !LIST_MARK.test(line)) return 'firm';
  return isOpen && !gap.slice(1).includes('\n') ? 'loose' : null;
}

/** Adds "1/3" and so on below the parts of a thread. */
function numberParts(parts: readonly string[]): string[] {
  if (parts.length < 2) return [...parts];
  return parts.map((part, index) => part + numberOf(index + 1, parts.length));
}

/** The limits as they are left when something is added to the text. */
function roomBeside(limits: readonly TextLimit[], addition: string): TextLimit[] {
  return limits.map((limit) => ({ ...limit, max: limit.max - measureText(addition, limit) }));
}

function numberOf(part: number, parts: number): string {
  return `\n\n${part}/${parts}`;
}
