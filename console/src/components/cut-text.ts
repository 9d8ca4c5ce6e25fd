import type { PostLook } from './post-looks.ts';

/**
 * How much of a text a feed shows at first, in UTF-16 units; null where it shows all. Between words
 * where there are any, and never inside a character.
 */
export function cutAt(text: string, cut: PostLook['cut']): number | null {
  if (!cut) return null;
  const lines = text.split('\n');
  const byLines = lines.length > cut.lines ? lines.slice(0, cut.lines).join('\n').length : text.length;
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  const byCharacters = graphemes[cut.characters]?.index ?? text.length;
  const end = Math.min(byLines, byCharacters);
  if (end >= text.length) return null;
  const atWord = text.slice(0, end + 1).search(/\s\S*$/u);
  return atWord > end / 2 ? atWord : end;
}
