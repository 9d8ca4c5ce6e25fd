export const OMISSION_REASONS = ['furniture', 'voice', 'too_long', 'refused', 'markup', 'no_place'] as const;
/**
 * `furniture`: of a page or mail, not for readers of a post; `voice`: the workspace does not say it;
 * `too_long`: there was no room; `refused`: the platform does not take it; `markup`: no text can carry it;
 * `no_place`: the link of the draft, which that platform has no place for but the text.
 */
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** A stretch of the source that is not in the post. */
export interface Omission {
  /** What was left out; the beginning of it where it is long. */
  text: string;
  reason: OmissionReason;
  /** UTF-16 units in the source text; both are its length for the draft's link, which is a separate field. */
  start: number;
  end: number;
  /** The link of the draft: a person should look at it. */
  isEssential: boolean;
}
