import { diffWords } from '../../lib/diff-words.ts';

export interface Stretch {
  start: number;
  end: number;
}

/** Above this share of new words, differences are not marked individually. */
const MOST_NEW = 0.5;

/** Longer ones take the time of many frames to compare; "Compare" does it on demand. */
const MOST_COMPARED = 6_000;

/** Where the text differs from the other. */
export function newWords(text: string, other: string): Stretch[] {
  if (text.length + other.length > MOST_COMPARED) return [];
  let at = 0;
  const found: Stretch[] = [];
  for (const { kind, text: part } of diffWords(other, text)) {
    if (kind === 'added' && part.trim() !== '') found.push({ start: at, end: at + part.length });
    if (kind !== 'removed') at += part.length;
  }
  const size = found.reduce((sum, { start, end }) => sum + end - start, 0);
  return size > text.length * MOST_NEW ? [] : found;
}
