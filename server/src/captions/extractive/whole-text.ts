import type { Source } from './reading/read-source.ts';

/** A text of this length wants a first line that can stand alone. */
const LONG_TEXT = 400;
const LONGEST_LEAD = 110;

/** The source in full, as far as it is for readers. Without a title, its first sentence opens it on a line of its own. */
export function wholeText({ title, paragraphs, units }: Source): string {
  let text = title ?? '';
  for (const { text: words, mark, isTight } of paragraphs) {
    text += (text ? (isTight ? '\n' : '\n\n') : '') + (mark ? `${mark} ` : '') + words;
  }
  const [first] = units;
  if (title || !first || text.length < LONG_TEXT || first.text.length > LONGEST_LEAD || !text.startsWith(first.text)) return text;
  return `${first.text}\n\n${text.slice(first.text.length).trimStart()}`;
}
