const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Plain ASCII without a carriage return: every unit is a grapheme cluster of its own. */
const ONE_UNIT_EACH = /^[^\r\u0080-\uffff]*$/;

/** How many grapheme clusters (UAX #29): what a person calls characters. Counting ends at `most`. */
export function countGraphemes(text: string, most = Number.POSITIVE_INFINITY): number {
  if (ONE_UNIT_EACH.test(text)) return Math.min(text.length, most);
  let count = 0;
  for (const _ of SEGMENTER.segment(text)) {
    count += 1;
    if (count >= most) break;
  }
  return count;
}

/** Where the grapheme cluster at `position` begins; `position` itself when it stands between two. */
export function graphemeStart(text: string, position: number): number {
  if (position <= 0) return 0;
  if (position >= text.length) return text.length;
  // What follows the next character has no say in whether there is a boundary before it.
  return SEGMENTER.segment(text.slice(0, position + 2)).containing(position)?.index ?? position;
}

/** The grapheme clusters of a text, one after the other. */
export function* listGraphemes(text: string): Generator<string> {
  for (const { segment } of SEGMENTER.segment(text)) yield segment;
}
