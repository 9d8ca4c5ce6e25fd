import type { Cut } from './cut-text.ts';

/** How many fit in one row on a desktop. */
const SIDE_BY_SIDE = 3;

/** About so many characters go on a line, by how many cards share the width. */
const PER_LINE = [64, 64, 42, 30];

/** From everything to the least that still says what a post is about; how many lines of each. */
const LINES = [Number.POSITIVE_INFINITY, 14, 10, 7, 5, 3];

/** How high a picture may be then. */
export const pictureHeights = ['240px', '170px', '150px', '120px', '96px', '72px'];

export const TIGHTEST = LINES.length - 1;

/** What is shown of each post before one asks for all of it; null: all. */
export function foldOf(groups: number, tightness: number): Cut | null {
  const lines = LINES[tightness] ?? Number.POSITIVE_INFINITY;
  if (!Number.isFinite(lines)) return null;
  const perLine = PER_LINE[Math.min(groups, SIDE_BY_SIDE)] ?? 30;
  return { lines, perLine, characters: lines * perLine, more: '' };
}
