import type { Block } from './block.ts';

const LONGEST_HEADING = 50;
const LEAST_BELOW = 60;

/** Lines of plain text that are headings in all but their markup: in capitals, or short and above a longer paragraph. */
export function markHeadings<T extends Block>(blocks: readonly T[]): T[] {
  return blocks.map((block, index) => (isHeading(block, index, blocks) ? { ...block, kind: 'heading', level: 3 } : block));
}

function isHeading({ kind, text, isTight, isQuoted }: Block, index: number, blocks: readonly Block[]): boolean {
  const next = blocks[index + 1];
  if (index === 0 || kind !== 'paragraph' || isTight || isQuoted || !next || next.isTight || next.kind === 'heading') return false;
  if (text.length > LONGEST_HEADING || /[.!?…。！？:：,;]["'”’)]*$|\n|https?:/u.test(text)) return false;
  if (/\p{Lu}.*\p{Lu}/u.test(text) && text === text.toUpperCase()) return true;
  return next.kind === 'paragraph' && next.text.length >= LEAST_BELOW && !/\p{Nd}/u.test(text) && /^\p{Lu}/u.test(text);
}
