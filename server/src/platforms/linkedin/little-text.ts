import type { ReadText } from '../text/read-words.ts';
import { stretchesOf } from '../text/stretches.ts';

/** Everything that "little text" reads as more than itself; unescaped it cuts off the rest silently. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/**
 * A text in LinkedIn's little text format (learn.microsoft.com, little Text Format): reserved characters escaped,
 * the tags that the preview shows as the template that links them.
 */
export function escapeLittleText(words: ReadText): string {
  return stretchesOf(words, 'tag')
    .map(({ text, facet }) => (facet ? `{hashtag|\\#|${escapeAll(facet.target)}}` : escapeAll(text)))
    .join('');
}

function escapeAll(text: string): string {
  return text.replaceAll(RESERVED, '\\$&');
}
