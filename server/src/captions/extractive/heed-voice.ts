import type { Voice } from '../../access/workspace-policies.ts';
import type { TextLimit } from '../../platforms/text-limits.ts';
import type { Source } from './read-source.ts';
import { splitSentences } from './split-sentences.ts';

const EMOJI = /\s?\p{RGI_Emoji}/gv;
/** What "short" comes to, in the platform's own unit; bytes are the larger by what a letter may take. */
const SHORT = 160;
const SHORT_BYTES = 480;

/** The source without what the workspace does not want to say: sentences with a banned word, and emoji where it uses none. */
export function heedVoice(source: Source, { emoji, bannedWords }: Voice): Source {
  const isSaid = saysNone(bannedWords);
  const read = emoji === 'none' ? (text: string) => text.replace(EMOJI, '').trim() : (text: string) => text;
  const units = source.units.map((unit) => ({ ...unit, text: read(unit.text) })).filter(({ text }) => text !== '' && isSaid(text));
  const spoken = (text: string): string => (isSaid(text) ? text : splitSentences(text, source.language).filter(isSaid).join(' '));
  const paragraphs = source.paragraphs
    .map((paragraph) => ({ ...paragraph, text: spoken(read(paragraph.text)) }))
    .filter(({ text }) => text !== '');
  const title = source.title === null ? null : read(source.title);
  return { ...source, units, paragraphs, title: title && isSaid(title) ? title : null };
}

/** Whether none of these words stands in a text; a word counts only as a whole, whatever its case. */
export function saysNone(bannedWords: readonly string[]): (text: string) => boolean {
  if (bannedWords.length === 0) return () => true;
  const words = bannedWords.map((word) => word.trim().replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const banned = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => !banned.test(text);
}

/** The limits on a post of the wished length. */
export function limitsOfLength(limits: readonly TextLimit[], length: Voice['length']): TextLimit[] {
  if (length !== 'short') return [...limits];
  return limits.map((limit) => ({ ...limit, max: Math.min(limit.max, limit.unit === 'bytes' ? SHORT_BYTES : SHORT) }));
}
