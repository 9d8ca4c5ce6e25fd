const MAX_WORDS = 8;
/** PostgreSQL refuses a search for a word of more than 2,046 bytes; so much of its beginning says enough. */
const MAX_LETTERS = 255;

/** The words of what somebody types, letters and digits only: nothing of it is ever read as syntax. */
export function searchWords(typed: string): string[] {
  const words = (typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  return words.map((word) => [...word].slice(0, MAX_LETTERS).join(''));
}

/** Words as a tsquery: every one has to be there, each as the beginning of one at least. Empty where there is no word. */
export function searchQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}
