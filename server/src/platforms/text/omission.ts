export const OMISSION_REASONS = ['furniture', 'voice', 'too_long', 'refused', 'markup', 'no_place', 'condensed'] as const;
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
  /** UTF-16 units in the source text; both are its length for the draft's link, which is a separate field. */
  start: number;
  end: number;
  /** The draft's link: a person should check it. */
  isEssential: boolean;
}
