const OMISSION_REASONS = ['furniture', 'voice', 'too_long', 'refused', 'markup', 'no_place', 'condensed'] as const;
/**
 * `furniture`: parts of a page or mail that are not for readers; `voice`: excluded by the workspace's voice;
 * `too_long`: there was no room; `refused`: the platform does not accept it; `markup`: plain text cannot express it;
 * `no_place`: the draft's link, for which the platform only has the text; `condensed`: a language model's words do not
 * say it.
 */
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** A stretch of the source that is not in the post. */
export interface Omission {
  /** The omitted text; truncated if it is long. */
  text: string;
  reason: OmissionReason;
  /**
   * UTF-16 units in the source text; both are its length for the draft's link, which is a separate field, and 0 for
   * the description of a picture.
   */
  start: number;
  end: number;
  /** The draft's link: a person should check it. */
  isEssential: boolean;
}

/**
 * How a model's words differ from their source: `negation`: one of them says "not"; `number`: it counts something
 * else; `language`: another one than expected; `markup`: shown as written; `unlinked`: a sentence without a word of
 * the source; `instructions`: the service's own; `added`: a tag, name or quantity.
 */
type DepartureKind = 'negation' | 'number' | 'language' | 'markup' | 'unlinked' | 'instructions' | 'added';

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
