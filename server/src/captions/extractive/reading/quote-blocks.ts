import type { Block } from './block.ts';

const ALREADY = /^["“„«「『]|^(?:\p{Emoji_Presentation}\s*)?(?:note|tip|hint|warning|important|caution|update|info|hinweis|tipp)\b/iu;
const ATTRIBUTION = /^[–—-]/;

/** Quotation marks around what the source quotes by layout alone, which a plain text cannot. */
export function quoteBlocks<T extends Block>(blocks: readonly T[]): T[] {
  // All of it quoted is a forwarded message.
  if (blocks.every(({ isQuoted }) => isQuoted)) return [...blocks];
  return blocks.map((block) => {
    const { isQuoted, kind, text } = block;
    if (!isQuoted || kind !== 'paragraph' || !text || ALREADY.test(text) || ATTRIBUTION.test(text)) return block;
    return { ...block, text: `“${text}”` };
  });
}
