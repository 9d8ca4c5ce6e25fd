import type { Cut } from './cut-text.ts';

/** How many fit in one row on a desktop. */
const SIDE_BY_SIDE = 3;

/** Approximate characters per line, by the number of cards in the width. */
const PER_LINE = [64, 80, 42, 30];

/** The lines shown, from everything to the least that still identifies a post. */
const LINES = [Number.POSITIVE_INFINITY, 60, 50, 42, 36, 32, 28, 25, 23, 21, 19, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6];

export const TIGHTEST = LINES.length - 1;

/** For posts that are scrolled to all the same: twelve lines. */
export const SCROLLED = LINES.indexOf(12);

const [LOWEST_PICTURE, HIGHEST_PICTURE] = [96, 240];
const PICTURE_PX_PER_LINE = 12;

/** The maximum height of a picture, in pixels, which leaves room for the text. */
export function pictureHeight(tightness: number): number {
  return Math.max(LOWEST_PICTURE, Math.min(HIGHEST_PICTURE, linesAt(tightness) * PICTURE_PX_PER_LINE));
}

/** How much of each post is shown until expanded; null for all. */
export function foldOf(groups: number, tightness: number): Cut | null {
  const lines = linesAt(tightness);
  if (!Number.isFinite(lines)) return null;
  const perLine = PER_LINE[Math.min(groups, SIDE_BY_SIDE)] ?? 30;
  return { lines, perLine, characters: lines * perLine, more: '' };
}

const linesAt = (tightness: number): number => LINES[tightness] ?? Number.POSITIVE_INFINITY;

/** The lines that a post of a thread takes in addition to its text: its name, its count and the gap before it. */
const LINES_BESIDE = 4;

/** A post is never shown with fewer lines than these. */
const LEAST_LINES = 2;

/** The posts of a thread that are shown within a fold, at least the first, and how much of each. */
export function foldsOfParts(texts: readonly string[], fold: Cut): Cut[] {
  const { perLine = 64 } = fold;
  let left = fold.lines;
  const folds: Cut[] = [];
  for (const text of texts) {
    if (folds.length > 0 && left < LEAST_LINES) break;
    folds.push({ ...fold, lines: left, characters: left * perLine });
    left -= LINES_BESIDE + text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  }
  return folds;
}
