import type { KeptWords } from '../../languages/kept-sentence.ts';

/** The result of asking a network to remove a published post. */
export type RetractOutcome =
  /** It is gone, also if it was gone before. */
  | { kind: 'removed' }
  /** The network refuses it for good. */
  | ({ kind: 'refused' } & KeptWords)
  /** It was not possible now; asking again does no harm. */
  | ({ kind: 'unavailable'; retryAfterSeconds: number | null } & KeptWords);
