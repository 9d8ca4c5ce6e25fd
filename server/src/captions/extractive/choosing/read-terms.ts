import { stopWords } from '../../../platforms/language/stop-words.ts';

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

const SPACED_WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control}'’_.+-]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;
/** What a sentence has not said by then, it does not say for a post. */
const MOST_READ = 500;
const NO_WORD = /[/_@\\{}<>=|]|\(\)|--/;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a sentence that are neither small words nor numbers, in order. */
export function readTerms(text: string, language: string | null): Term[] {
  const small = stopWords(language);
  const terms: Term[] = [];
  let isFirst = true;
  const read = text.slice(0, MOST_READ);
  for (const { word, start } of UNSPACED.test(read) ? segmentWords(read) : spacedWords(read)) {
    const stem = stemOf(word);
    if (isTerm(word, stem, small)) terms.push({ word, stem, isFirst, start });
    isFirst = false;
  }
  return terms;
}

/** The form under which the variants of a word are counted together. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return lower.length > 4 && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

function isTerm(word: string, stem: string, small: ReadonlySet<string>): boolean {
  if (!/\p{L}/u.test(word) || small.has(stem) || small.has(word.toLowerCase().replaceAll('’', "'"))) return false;
  if (UNSPACED.test(word)) return word.length >= 2 && !HIRAGANA_ONLY.test(word);
  return [...word].length >= 3 || /^\p{Lu}{2}$/u.test(word);
}

function* spacedWords(text: string): Generator<{ word: string; start: number }> {
  for (const run of text.matchAll(/\S+/g)) {
    // Addresses, paths and identifiers are no words of the text.
    if (NO_WORD.test(run[0])) continue;
    for (const match of run[0].matchAll(SPACED_WORD)) yield { word: trimWord(match[0]), start: run.index + match.index };
  }
}

function* segmentWords(text: string): Generator<{ word: string; start: number }> {
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) if (isWordLike) yield { word: segment, start: index };
}

function trimWord(word: string): string {
  let end = word.length;
  while (end > 0 && /['’_.-]/.test(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
