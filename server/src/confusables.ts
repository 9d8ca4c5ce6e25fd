import unhomoglyph from 'unhomoglyph';

/** Letters of these alphabets are drawn like Latin ones. */
const FOREIGN = '\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}';
const FOREIGN_LETTER = new RegExp(`[${FOREIGN}]`, 'u');
/** These, and Latin letters that are not plain, such as the dotless "ı". */
const DRAWN_LETTERS = new RegExp(`(?![A-Za-z])[${FOREIGN}\\p{Script=Latin}]`, 'gu');
const WORD_OF_BOTH = new RegExp(`[${FOREIGN}\\p{Script=Latin}\\d]+`, 'gu');
const LATIN = /\p{Script=Latin}/u;
/** "TNFα" and "β-blocker" are how science writes. */
const SCIENTIFIC = /[αβγδεκμπσωΩ]/u;

interface Confusable {
  start: number;
  end: number;
  /** As a reader sees it, letter by letter; of the same length in characters. */
  readAs: string;
}

/**
 * Latin words with confusable letters of another alphabet: "pаypal" with a Cyrillic "а". A word with a letter that is
 * clearly foreign ("USBшка") is not deceptive. Linear time.
 */
export function findConfusables(text: string): Confusable[] {
  if (!FOREIGN_LETTER.test(text)) return [];
  return [...text.matchAll(WORD_OF_BOTH)].flatMap(({ 0: word, index }) => {
    if (!LATIN.test(word)) return [];
    const readAs = latinOf(word);
    return readAs === null ? [] : [{ start: index, end: index + word.length, readAs }];
  });
}

/** The word in Latin letters, where each letter of another alphabet is drawn like one of them; else null. */
export function latinOf(word: string): string | null {
  let read = '';
  let isOther = false;
  for (const letter of word) {
    if (SCIENTIFIC.test(letter)) return null;
    const latin = FOREIGN_LETTER.test(letter) ? latinLetter(letter) : letter;
    if (latin === null) return null;
    isOther ||= latin !== letter;
    read += latin;
  }
  return isOther ? read : null;
}

/**
 * A skeleton for comparing confusable texts, not for display: lower case, each letter replaced by the plain one that
 * it looks like, in any word; marks and punctuation are kept.
 */
export function drawnAs(text: string): string {
  return inOneShape(text.toLowerCase().replace(DRAWN_LETTERS, (letter) => latinLetter(letter) ?? letter));
}

/**
 * A skeleton for comparing confusable short names: without case, marks, spaces and punctuation, each letter replaced
 * by the one that it looks like.
 */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|]/gu, '');
  return inOneShape(unhomoglyph(plain));
}

/** "I", "l" and "1" are one stroke, and "0" is an "O"; so without case an "i" is an "l", too. */
function inOneShape(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[il1|]/g, 'l')
    .replaceAll('0', 'o');
}

/** Cached: the library searches its whole table for each letter. */
const latinLetters = new Map<string, string | null>();

function latinLetter(letter: string): string | null {
  const known = latinLetters.get(letter);
  if (known !== undefined) return known;
  const drawn = unhomoglyph(letter);
  const latin = /^[A-Za-z]$/.test(drawn) ? drawn : null;
  latinLetters.set(letter, latin);
  return latin;
}
