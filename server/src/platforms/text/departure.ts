/**
 * How a model's words differ from their source: `negation`: one of them says "not"; `number`: it counts something
 * else; `language`: another one than expected; `markup`: shown as written; `unlinked`: a sentence without a word of
 * the source; `instructions`: the service's own; `added`: a tag, name or quantity.
 */
export type DepartureKind = 'negation' | 'number' | 'language' | 'markup' | 'unlinked' | 'instructions' | 'added';

/** A place where a model's words may say something else than their source. A person compares them. */
export interface Departure {
  kind: DepartureKind;
  /** The words of the post, as written; null for all of them. */
  quote: string | null;
  /** UTF-16 units in the text, or in the further post of this index. Both 0 for all of it. */
  start: number;
  end: number;
  /** The index in the thread; null for the text and for tags. */
  part: number | null;
  /** BCP 47, for `language`: the one that was found, and the expected one. */
  languages?: [string, string];
}
