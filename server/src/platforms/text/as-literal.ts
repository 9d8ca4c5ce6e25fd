/**
 * Escapes a text for a pattern that matches it literally. Hyphens are not escaped: with the flag `u`, that is invalid
 * outside of a class.
 */
export const asLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
