const MAX_WORDS = 8;
/** PostgreSQL rejects a search term of more than 2,046 bytes; this much of its beginning is enough. */
const MAX_LETTERS = 255;

/** The words of a typed search, letters and digits only: none of it is ever parsed as syntax. */
export function searchWords(typed: string): string[] {
  const words = (typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  return words.map((word) => [...word].slice(0, MAX_LETTERS).join(''));
}

/** Words as a tsquery: every one is required, as the beginning of at least one word. Empty without words. */
export function searchQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}
