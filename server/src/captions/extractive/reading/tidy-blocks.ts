import type { Block } from './block.ts';

const MONTH =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|févr?(?:ier)?|mar(?:ch|s)?|märz|apr(?:il)?|avr(?:il)?|may|mai|june?|juni?|juin|july?|juli?|juil(?:let)?|aug(?:ust)?|août|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?';
const DATE = `(?:\\d{1,2}\\.? (?:${MONTH})\\.?,? \\d{4}|(?:${MONTH})\\.? \\d{1,2},? \\d{4}|\\d{4}-\\d\\d-\\d\\d)`;
/** "AALBORG, 3 August 2026 – " */
const DATELINE = new RegExp(
  `^\\p{Lu}[\\p{L} .'’-]{1,40}(?:, [\\p{L} .]{2,30}){0,2}[,:]? \\(?${DATE}\\)?\\s*(?:--|[–—:-]|\\.)\\s+(?=\\p{L}|["“„«])`,
  'iu',
);
/** With a day that is only right beside the date. */
const DAY_BESIDE =
  /\b(?:today|yesterday|tomorrow|tonight|this (?:morning|week|month)|heute|gestern|morgen|aujourd['’]hui|hier|demain|hoy|ayer|mañana)\b/i;
const LABEL = /^(?:tl;?\s?dr|in (?:short|brief))\s*[:–—-]\s*(?=\p{Lu})/iu;
const MOST_LOOKED_AT = 3;

/** The first paragraphs without what papers and programs put before a sentence: place and date, "TL;DR:". */
export function tidyLead<T extends Block>(blocks: readonly T[]): T[] {
  return blocks.map((block, index) => {
    if (index >= MOST_LOOKED_AT || block.kind !== 'paragraph') return block;
    const text = block.text.replace(LABEL, '');
    return { ...block, text: DAY_BESIDE.test(text) ? text : text.replace(DATELINE, '') };
  });
}

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
