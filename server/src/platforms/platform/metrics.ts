import type { KeptWords } from '../../languages/kept-sentence.ts';

/** The common names of what networks count. `replies` includes comments, `likes` every kind of reaction. */
export const METRICS = ['views', 'reach', 'likes', 'replies', 'reposts', 'quotes', 'saves', 'clicks'] as const;
export type Metric = (typeof METRICS)[number];

/** One figure of a post, as its network reports it. */
export interface Figure {
  /** The network's own name, for instance `favourites_count`. */
  name: string;
  /** Its common name; null where there is none. */
  metric: Metric | null;
  /** Null if the network did not report it, which is not 0. */
  value: number | null;
}

/** What a network reports of a published post; of a thread, of its first post. */
export type MetricsReading =
  | { kind: 'read'; figures: readonly Figure[] }
  /** The network's own answer: it has no such post (any more). */
  | { kind: 'gone' }
  /** The network does not show the figures to this account or app. */
  | ({ kind: 'refused' } & KeptWords)
  /** There was no answer now. `retryAfterSeconds` is set where the network limits the rate. */
  | ({ kind: 'unavailable'; retryAfterSeconds: number | null } & KeptWords);
