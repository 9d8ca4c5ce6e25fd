/** The kind of a piece of text. Only dates, times, numbers and words may vary; everything else is fixed as signed. */
export type TokenKind = 'date' | 'time' | 'number' | 'word' | 'other';

export interface Token {
  kind: TokenKind;
  text: string;
}

/** A label of a host name, and the separators. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]+`;
const DOT = '[.。．｡]';
/** Hosts are searched only at the beginning of a label, so a long text is read once. */
const FROM_LABEL = String.raw`(?<![\p{L}\p{M}\p{N}_-])${LABEL}`;
/** What makes a host of a first label: after a dot not only a number. */
const REST_OF_HOST = String.raw`(?:${DOT}${LABEL})*?${DOT}(?=[\p{M}\p{N}_-]*\p{L})${LABEL}`;
const PATH = String.raw`(?:[/?#:]\S*)?`;
/** No part of a host name is a slot. Labels have at most 63 characters. */
const NO_HOST = String.raw`(?![\p{L}\p{M}\p{N}_-]{0,63}${REST_OF_HOST})`;

/** In this order: links come first as one piece, so no part of an address is taken for a variable word or number. */
const TOKENS = new RegExp(
  [
    // Everything around a URL or a mail address up to the next space; an account name, a tag.
    String.raw`(?<other>(?<!\S)(?=\S*(?::\/\/|[^\s@]@[^\s@]+\.))\S+|[@#＠＃][\p{L}\p{M}\p{N}_@.-]+)`,
    // A host, including one that begins with a number or a date.
    `(?<host>${FROM_LABEL}${REST_OF_HOST}(?:${DOT}${LABEL})*${PATH})`,
    String.raw`(?<date>(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})(?![\p{L}\p{N}])${NO_HOST})`,
    String.raw`(?<time>\d{1,2}:\d{2}(?![\p{L}\p{N}:])${NO_HOST})`,
    String.raw`(?<number>\d+(?:[.,]\d+)?(?![\p{L}\p{N}]|[.,]\d)${NO_HOST})`,
    // An address of numbers.
    `(?<numbers>${FROM_LABEL}(?:${DOT}${LABEL})+${PATH})`,
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
