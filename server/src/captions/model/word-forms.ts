import { languagesOf, stopWords } from '../../platforms/language/stop-words.ts';

/** A word with its position. */
export interface Word {
  /** In lower case, with a straight apostrophe. */
  word: string;
  /** Equal for most forms of one word. */
  stem: string;
  start: number;
  end: number;
}

export interface Sentence {
  text: string;
  start: number;
  words: Word[];
}

const FULL_STEM = 5;
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** The sentences and lines of a text, with their words; also of scripts without spaces. */
export function readSentences(text: string): Sentence[] {
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index: from }) =>
    [...sentences.segment(line)].map(({ segment, index }) => ({
      text: segment,
      start: from + index,
      words: readWordForms(segment, from + index),
    })),
  );
}

export function readWordForms(text: string, from = 0): Word[] {
  return [...words.segment(text)].flatMap(({ segment, index, isWordLike }) => {
    if (!isWordLike) return [];
    const word = segment.normalize('NFC').toLowerCase().replaceAll('’', "'");
    return { word, stem: stemOf(word), start: from + index, end: from + index + segment.length };
  });
}

/** The beginning of a long word, so its inflections are equal; a number unchanged. */
function stemOf(word: string): string {
  if (/^\p{Nd}/u.test(word)) return word;
  const bare = word.replace(/'\p{L}{1,2}$/u, '');
  if (bare.length > FULL_STEM) return bare.slice(0, FULL_STEM);
  return /^[a-z]{4,5}s$/.test(bare) ? bare.slice(0, -1) : bare;
}

/** Whether the word carries meaning, unlike articles and prepositions. */
export function hasMeaning({ word }: Word, language: string | null): boolean {
  if (/^\p{Nd}/u.test(word)) return true;
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}$/u.test(word)) return false;
  return language === null ? languagesOf(word).length === 0 : !stopWords(language).has(word);
}
