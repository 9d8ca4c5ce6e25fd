import type { KeptWords } from '../../languages/kept-sentence.ts';
import type { JsonObject } from './post.ts';

/**
 * Everything that makes a try repeatable, fixed before anything is sent: ids allocated in advance,
 * idempotency keys, the moment of sending.
 */
export interface Intent {
  /** The publication's id. */
  id: string;
  /** RFC 3339; also the post's own creation time where the platform takes one. */
  createdAt: string;
  /** What the platform allocated in `allocate()`. */
  keys: JsonObject;
  /** Recreated after a restore, to query the platform; `createdAt` is then the time of the backup. */
  isMadeAnew?: true;
  /** After a restore: ids that the platform may have given out since are missing, so that "not there" proves nothing. */
  isIncomplete?: true;
}

/** Whose ids are allocated. */
export interface IntentOwner {
  id: string;
  createdAt: Date;
}

export const OUTCOME_KINDS = ['published', 'pending', 'rejected', 'unauthorized', 'rate_limited', 'unavailable', 'unknown'] as const;

/**
 * The outcome of an attempt. `rejected`, `unauthorized`, `service_refused`, `rate_limited` and `unavailable`
 * guarantee that nothing was published; without that guarantee it is `unknown`.
 */
export type Outcome =
  | { kind: 'published'; providerId: string; url: string | null }
  /** Accepted, not there yet; ask again with `find()`. */
  | ({ kind: 'pending' } & KeptWords)
  | ({ kind: 'rejected' } & KeptWords)
  | ({ kind: 'unauthorized' } & KeptWords)
  /** The platform refuses the service itself, for every account; only the operator can fix that. */
  | ({ kind: 'service_refused' } & KeptWords)
  | ({ kind: 'rate_limited'; retryAfterSeconds: number | null } & KeptWords)
  | ({ kind: 'unavailable'; retryAfterSeconds: number | null } & KeptWords)
  | ({ kind: 'unknown' } & KeptWords);

/** The platform's own word on what became of an intent. */
export type LookupResult =
  | { kind: 'found'; providerId: string; url: string | null }
  | { kind: 'absent' }
  /**
   * Part of it is published, for instance half a thread; if the class is `idempotent`, the same intent again
   * completes it.
   */
  | ({ kind: 'partial' } & KeptWords)
  | ({ kind: 'unsure' } & KeptWords);

export interface SendHooks {
  /**
   * Awaited right before the first byte that could make a post leaves. Throws when the lease is
   * lost. `learned` are ids that the platform gave out for this intent before any post could come of
   * it, for instance of a container: they join `intent.keys` in the write that marks it sent, so
   * that `find()` and every further try know them.
   */
  onSending(learned?: JsonObject): Promise<void>;
  /** Ends the call when the worker has to stop or the lease runs out. */
  signal: AbortSignal;
  /** The bytes of a picture that the payload names by their hash. Throws when they are gone. */
  openImage(sha256: string): Promise<Buffer>;
  /** An address that the platform can fetch those bytes from, for a while. Throws where this service has none. */
  imageAddress(sha256: string): Promise<string>;
}
