const MAX_WORDS = 8;

/**
 * What somebody types as a tsquery: every word has to be there, each as the beginning of one at
 * least. Nothing they type reaches the query's own syntax. Empty where there is no word in it.
 */
export function searchQuery(typed: string): string {
  const words = typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `${word}:*`)
    .join(' & ');
}
