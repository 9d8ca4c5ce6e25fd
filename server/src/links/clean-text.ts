import { graphemeStart } from '../platforms/text/graphemes.ts';

/** More is never looked at, so that a page of one endless word costs nothing. */
const MOST_READ = 10_000;
/**
 * Controls, what turns the direction of text around, what cannot be seen, and private characters;
 * not the two joiners, which Persian and emoji are written with.
 */
const UNSEEN = /[^\P{C}\u200c\u200d]/gu;
/** No language stacks more marks than this on a letter. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** A stranger's words made harmless for one line of at most so many UTF-16 units; null where nothing is left. */
export function cleanText(text: string, most: number): string | null {
  const line = text.slice(0, MOST_READ).replace(/\s+/gu, ' ').replace(UNSEEN, '').replace(STACKED, '$1').replace(/ +/g, ' ').trim();
  if (line === '') return null;
  return line.length <= most ? line : `${line.slice(0, graphemeStart(line, most - 1)).trimEnd()}…`;
}
