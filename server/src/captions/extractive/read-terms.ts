import { stopWords } from '../../platforms/language/stop-words.ts';

/** A word of the source that it could be about. */
export interface Term {
  /** As written. */
  word: string;
  /** The same for "Harbours", "harbour’s" and "harbour". */
  stem: string;
  /** Whether it begins its sentence, where a capital says nothing. */
  isFirst: boolean;
  /** Where it stands in the text. */
  start: number;
}

const SPACED_WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d'’_.+-]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a sentence that are neither small words nor numbers, in order. */
export function readTerms(text: string, language: string | null): Term[] {
  const small = stopWords(language);
  const terms: Term[] = [];
  let isFirst = true;
  for (const { word, start } of UNSPACED.test(text) ? segmentWords(text) : spacedWords(text)) {
    const stem = stemOf(word);
    if (isTerm(word, stem, small)) terms.push({ word, stem, isFirst, start });
    isFirst = false;
  }
  return terms;
}

/** The form under which the variants of a word are counted together. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
  return lower.length > 4 && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

function isTerm(word: string, stem: string, small: ReadonlySet<string>): boolean {
  if (!/\p{L}/u.test(word) || small.has(stem) || small.has(word.toLowerCase().replaceAll('’', "'"))) return false;
  if (UNSPACED.test(word)) return word.length >= 2 && !HIRAGANA_ONLY.test(word);
  return [...word].length >= 3 || /^\p{Lu}{2}$/u.test(word);
}

function* spacedWords(text: string): Generator<{ word: string; start: number }> {
  // Addresses, paths and identifiers are no words of the text.
  const spoken = text.replace(/\S*(?:[/_@\\{}<>=|]|\(\)|--)\S*/g, (other) => ' '.repeat(other.length));
  for (const match of spoken.matchAll(SPACED_WORD)) yield { word: trimWord(match[0]), start: match.index };
}

function* segmentWords(text: string): Generator<{ word: string; start: number }> {
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) if (isWordLike) yield { word: segment, start: index };
}

function trimWord(word: string): string {
  let end = word.length;
  while (end > 0 && /['’_.-]/.test(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
