import type { Voice } from '../../access/workspace-policies.ts';
import { asLiteral } from '../../platforms/text/graphemes.ts';
import type { TextLimit } from '../../platforms/text/text-limits.ts';
import type { Piece } from './read-document.ts';

const EMOJI = /\s?\p{RGI_Emoji}/gv;
const EMOJI_RUN = /\s?\p{RGI_Emoji}(?:\s?\p{RGI_Emoji})*/gv;
/** The limit for a whole text with "few" emoji; adjacent flags count as one. */
const FEW = 3;
/** The "short" length, in the platform's own unit; bytes allow for multi-byte letters. */
const SHORT = 160;
const SHORT_BYTES = 480;
const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' });

/**
 * The pieces without what the workspace's voice excludes: sentences with a banned word, and emoji if it allows none
 * or few.
 */
export function applyVoice(pieces: readonly Piece[], { emoji, bannedWords }: Voice): Piece[] {
  if (emoji === 'free' && bannedWords.length === 0) return [...pieces];
  const isSaid = saysNone(bannedWords);
  const read = emojiReader(emoji);
  const spoken = (line: string): string => (isSaid(line) ? line : sentencesOf(line).filter(isSaid).join('').trim());
  return pieces
    .map((piece) => ({ ...piece, text: replaceInLines(piece.text, (line) => spoken(read(line))) }))
    .filter(({ text }) => text !== '');
}

/** Line by line; an allowed line stays unchanged, and an emptied one is removed. */
function replaceInLines(text: string, heed: (line: string) => string): string {
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

/** Filters text after text, and counts the emoji kept so far. */
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

/** Whether none of these words occurs in a text; whole words only, case-insensitive. */
export function saysNone(bannedWords: readonly string[]): (text: string) => boolean {
  if (bannedWords.length === 0) return () => true;
  const words = bannedWords.map((word) => asLiteral(word.trim()));
  const banned = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => !banned.test(text);
}

/** The limits for a post of the requested length. */
export function limitsOfLength(limits: readonly TextLimit[], length: Voice['length']): TextLimit[] {
  if (length !== 'short') return [...limits];
  return limits.map((limit) => ({ ...limit, max: Math.min(limit.max, limit.unit === 'bytes' ? SHORT_BYTES : SHORT) }));
}
