/** What a stretch of a text is. Only a date, a time, a number and a word may ever differ; all else stands as it was signed. */
export type TokenKind = 'date' | 'time' | 'number' | 'word' | 'other';

export interface Token {
  kind: TokenKind;
  text: string;
}

/** One label of a host, and what parts it from the next. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]+`;
const DOT = '[.。．｡]';
/** A host is looked for where its first label begins, and nowhere within it: so a long text is read once. */
const FROM_LABEL = String.raw`(?<![\p{L}\p{M}\p{N}_-])${LABEL}`;
const PATH = String.raw`(?:[/?#:]\S*)?`;

/**
 * In this order: what could lead somewhere comes first and is one stretch, so that no part of an address is ever taken for a word
 * or a number that may change.
 */
const TOKENS = new RegExp(
  [
    // Whatever stands around an address or a mail address up to the next space; a name of an account, a tag.
    String.raw`(?<other>(?<!\S)(?=\S*(?::\/\/|[^\s@]@[^\s@]+\.))\S+|[@#＠＃][\p{L}\p{M}\p{N}_@.-]+)`,
    // A host, also one that begins with a number or a date: what follows the first dot is no number alone.
    String.raw`(?<host>${FROM_LABEL}(?:${DOT}${LABEL})*?${DOT}(?=[\p{M}\p{N}_-]*\p{L})${LABEL}(?:${DOT}${LABEL})*${PATH})`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}])|\d{1,2}\.\d{1,2}\.\d{4}(?![\p{L}\p{N}])|\d{1,2}\/\d{1,2}\/\d{4}(?![\p{L}\p{N}]))`,
    String.raw`(?<time>\d{1,2}:\d{2}(?![\p{L}\p{N}:]))`,
    String.raw`(?<number>\d+(?:[.,]\d+)?(?![\p{L}\p{N}]|[.,]\d))`,
    // An address of numbers.
    String.raw`(?<numbers>${FROM_LABEL}(?:${DOT}${LABEL})+${PATH})`,
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
