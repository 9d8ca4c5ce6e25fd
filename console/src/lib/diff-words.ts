import { diffWordsWithSpace } from 'diff/lib/diff/word.js';

/** A stretch of two texts: in both, only in the new one or only in the old one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** With its index, as a key for equal parts. */
export type NumberedPart = DiffPart & { number: number };

/** Texts with more differences than this have little in common; they are shown as replaced as a whole. */
const MAX_EDITS = 2_000;

/** The difference between two texts, by words. Joined without the removed parts it is `after`. */
export function diffWords(before: string, after: string): NumberedPart[] {
  const parts: DiffPart[] = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })) ?? [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return parts.filter(({ text }) => text !== '').map((part, number) => ({ ...part, number }));
}
