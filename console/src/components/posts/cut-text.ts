/** Where a text is folded, and the label to show the rest. */
export interface Cut {
  characters: number;
  lines: number;
  /** Characters per line, where wrapped lines are counted. */
  perLine?: number;
  more: string;
}

/** Longer than any grapheme in real text. */
const LONGEST_GRAPHEME = 64;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * How much of a text a feed shows at first, in UTF-16 units; null for all. Between words if possible, and never
 * inside a grapheme.
 */
export function cutAt(text: string, cut: Cut | null): number | null {
  if (!cut) return null;
  const byLines = endOfLines(text, cut);
  const graphemes = [...characters.segment(text.slice(0, byLines + LONGEST_GRAPHEME))];
  const byCharacters = graphemes[cut.characters]?.index ?? text.length;
  const most = Math.min(byLines, byCharacters);
  if (most >= text.length) return null;
  const end = graphemes.findLast(({ index }) => index <= most)?.index ?? most;
  const atWord = text.slice(0, end + 1).search(/\s\S*$/u);
  return atWord > end / 2 ? atWord : end;
}

/** Where the last line ends that is shown. */
function endOfLines(text: string, { lines: most, perLine = Number.POSITIVE_INFINITY }: Cut): number {
  let end = 0;
  let left = most;
  for (const line of text.split('\n')) {
    const takes = Math.max(1, Math.ceil(line.length / perLine));
    if (takes > left) return Math.min(text.length, left > 0 ? end + left * perLine : Math.max(0, end - 1));
    left -= takes;
    end += line.length + 1;
  }
  return text.length;
}

/** The shorter of two cuts, with the platform's own label where it folds. */
export function tighter(own: Cut | null, other: Cut | null): Cut | null {
  if (!own || !other) return own ?? other;
  return own.characters <= other.characters && own.lines <= other.lines ? own : other;
}
