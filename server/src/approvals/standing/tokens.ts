/** What a stretch of a text is. Only a date, a time, a number and a word may ever differ; all else stands as it was signed. */
export type TokenKind = 'date' | 'time' | 'number' | 'word' | 'other';

export interface Token {
  kind: TokenKind;
  text: string;
}

/**
 * In this order: what could lead somewhere comes first and is one stretch, so that no part of an address is ever taken for a word
 * or a number that may change.
 */
const TOKENS = new RegExp(
  [
    // An address, a mail address, a name of an account, a tag, a host with or without a path.
    String.raw`(?<other>[\p{L}\p{N}+.-]+:\/\/\S+|[^\s@]+@[^\s@]+\.[^\s@]+|[@#＠＃][\p{L}\p{M}\p{N}_@.-]+)`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}])|\d{1,2}\.\d{1,2}\.\d{4}(?![\p{L}\p{N}])|\d{1,2}\/\d{1,2}\/\d{4}(?![\p{L}\p{N}]))`,
    String.raw`(?<time>\d{1,2}:\d{2}(?![\p{L}\p{N}:]))`,
    String.raw`(?<number>\d+(?:[.,]\d+)?(?![\p{L}\p{N}]|[.,]\d))`,
    String.raw`(?<host>[\p{L}\p{M}\p{N}-]+(?:[.。．｡][\p{L}\p{M}\p{N}-]+)+(?:[/?#:]\S*)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*(?!\p{N}))`,
    String.raw`(?<rest>[\p{L}\p{M}\p{N}]+|\s+|[^])`,
  ].join('|'),
  'gu',
);

/** The text in stretches; joined they are the text again. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(({ 0: stretch, groups }) => ({ kind: kindOf(groups ?? {}), text: stretch }));
}

function kindOf(groups: Record<string, string | undefined>): TokenKind {
  const kinds = ['date', 'time', 'number', 'word'] as const;
  return kinds.find((kind) => groups[kind] !== undefined) ?? 'other';
}
