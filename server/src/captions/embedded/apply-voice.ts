import type { Voice } from '../../access/workspace-policies.ts';
import { asLiteral } from '../../platforms/text/as-literal.ts';
import type { TextLimit } from '../../platforms/text/text-limits.ts';
import type { Piece } from './source.ts';

const EMOJI = /\s?\p{RGI_Emoji}/gv;
const EMOJI_RUN = /\s?\p{RGI_Emoji}(?:\s?\p{RGI_Emoji})*/gv;
/** In all of a text that uses few; flags side by side are one. */
const FEW = 3;
/** What "short" comes to, in the platform's own unit; bytes are the larger by what a letter may take. */
const SHORT = 160;
const SHORT_BYTES = 480;
const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The pieces without what the workspace does not want to say: sentences with a banned word, and emoji where it uses none or few. */
export function applyVoice(pieces: readonly Piece[], { emoji, bannedWords }: Voice): Piece[] {
  if (emoji === 'free' && bannedWords.length === 0) return [...pieces];
  const isSaid = saysNone(bannedWords);
  const read = emojiReader(emoji);
  const spoken = (line: string): string => (isSaid(line) ? line : sentencesOf(line).filter(isSaid).join('').trim());
  return pieces
    .map((piece) => ({ ...piece, text: heedInLines(piece.text, (line) => spoken(read(line))) }))
    .filter(({ text }) => text !== '');
}

/** Line by line; a line that is as it may be stays to the last space, and one that nothing is left of goes. */
function heedInLines(text: string, heed: (line: string) => string): string {
  const lines = text.split('\n').flatMap((line) => {
    const heeded = heed(line);
    if (heeded === line.trim()) return line;
    return heeded === '' ? [] : heeded;
  });
  return lines.join('\n').trim();
}

function sentencesOf(line: string): string[] {
  return [...SENTENCES.segment(line)].map(({ segment }) => segment);
}

/** Reads text after text, and counts what it has let through. */
function emojiReader(use: Voice['emoji']): (text: string) => string {
  if (use === 'free') return (text) => text;
  if (use === 'none') return (text) => text.replace(EMOJI, '').trim();
  let left = FEW;
  return (text) =>
    text
      .replace(EMOJI_RUN, (run) => {
        left -= 1;
        return left >= 0 ? once(run) : '';
      })
      .trim();
}

/** "🌊🌊🌊" as "🌊". */
function once(run: string): string {
  const all = run.match(EMOJI) ?? [];
  const [first = ''] = all;
  return all.every((each) => each.trim() === first.trim()) ? first : run;
}

/** Whether none of these words stands in a text; a word counts only as a whole, whatever its case. */
export function saysNone(bannedWords: readonly string[]): (text: string) => boolean {
  if (bannedWords.length === 0) return () => true;
  const words = bannedWords.map((word) => asLiteral(word.trim()));
  const banned = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => !banned.test(text);
}

/** The limits on a post of the wished length. */
export function limitsOfLength(limits: readonly TextLimit[], length: Voice['length']): TextLimit[] {
  if (length !== 'short') return [...limits];
  return limits.map((limit) => ({ ...limit, max: Math.min(limit.max, limit.unit === 'bytes' ? SHORT_BYTES : SHORT) }));
}
