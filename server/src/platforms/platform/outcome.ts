import type { StoredMessage } from '../../languages/stored-message.ts';
import type { JsonObject } from './post.ts';

/**
 * Everything that makes an attempt repeatable, fixed before anything is sent: allocated ids, idempotency keys, the
 * time of sending.
 */
export interface Intent {
  /** The id of the job's first publication to the account, which later words share, unless that was tried. */
  id: string;
  /** RFC 3339; also the post's own creation time, if the platform accepts one. */
  createdAt: string;
  /** The result of `allocate()`. */
  keys: JsonObject;
  /** Recreated after a restore, to query the platform; `createdAt` is then the time of the backup. */
  isMadeAnew?: true;
  /** After a restore: ids returned by the platform since are missing, so absence proves nothing. */
  isIncomplete?: true;
  /** After a restore: the words may have been changed since the backup, before the post went out. */
  isRestored?: true;
  /** When the rest of a partly published thread was last about to be sent. RFC 3339. */
  resumedAt?: string;
  /** When the last part of a file arrived that a later attempt goes on from. RFC 3339. */
  advancedAt?: string;
  /** How much of its files had arrived then, the most ever. */
  farthest?: number;
  /** A first comment: the network has asked to wait for an hour or more. */
  wasLimited?: true;
}

/** The publication whose ids are allocated. */
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
  /** `learned`: ids that it returned for the whole, for instance of the posts of a thread; stored in `intent.keys` with the outcome. */
  | { kind: 'published'; providerId: string; url: string | null; learned?: JsonObject }
  /** Accepted, but not published yet; ask again with `find()`. */
  | ({ kind: 'pending' } & StoredMessage)
  | ({ kind: 'rejected' } & StoredMessage)
  | ({ kind: 'unauthorized' } & StoredMessage)
  /** The platform refuses the service itself, for every account; only the operator can fix that. */
  | ({ kind: 'service_refused' } & StoredMessage)
  | ({ kind: 'rate_limited'; retryAfterSeconds: number | null } & StoredMessage)
  | ({ kind: 'unavailable'; retryAfterSeconds: number | null } & StoredMessage)
  | ({ kind: 'unknown' } & StoredMessage);

/** The platform's own result of a lookup. */
export type LookupResult =
  | { kind: 'found'; providerId: string; url: string | null; learned?: JsonObject }
  /** `others`: after a restore, the account's posts since the backup, any of which may be this one, changed or planned again. */
  | { kind: 'absent'; others?: readonly string[] }
  /** It had been accepted, and the platform made no post of it: the outcome that the call would have had. */
  | { kind: 'refused'; outcome: Exclude<Outcome, { kind: 'published' | 'pending' }> }
  /**
   * Part of it is published, for instance half a thread; if the class is `idempotent`, the same intent again
   * completes it.
   */
  | ({ kind: 'partial' } & StoredMessage)
  | ({ kind: 'unsure' } & StoredMessage);

/** Clocks differ a little. */
const SLACK_MS = 60_000;

/** From when a post may be the one of an intent, in milliseconds since 1970. */
export const sinceIntent = ({ createdAt }: Pick<Intent, 'createdAt'>): number => Date.parse(createdAt) - SLACK_MS;

/**
 * The only post with the words of an intent; several prove nothing, nor does one without words. Null if there is none. `place`
 * shows them: "The board".
 */
export function onlyPost<Post>(
  place: string,
  words: string,
  same: readonly Post[],
  publishedAs: (post: Post) => { providerId: string; url: string | null },
): LookupResult | null {
  const [only, ...more] = same;
  if (!only) return null;
  if (more.length > 0) return { kind: 'unsure', message: `${place} has ${same.length} posts with these words since.` };
  return unlessWordless({ kind: 'found', ...publishedAs(only) }, words);
}

/** Without words a post is recognised by nothing that another of the account could not have. */
export function unlessWordless(finding: LookupResult, words: string): LookupResult {
  if (finding.kind !== 'found' || words.trim() !== '') return finding;
  return { kind: 'unsure', message: 'There is a post without words since, which may be this one.' };
}

/** Nothing was found by the ids or the words of the intent; `others` are the provider ids of what else is there since. */
export function absentAmong({ isRestored }: Intent, others: readonly string[]): LookupResult {
  return isRestored && others.length > 0 ? { kind: 'absent', others } : { kind: 'absent' };
}

export interface SendHooks {
  /**
   * Awaited right before the first byte that could create a post is sent. Throws if the lease is lost. `learned`: ids
   * that the platform returned for this intent before, for instance of a container; they are stored in `intent.keys`
   * by the same write, so `find()` and every retry have them.
   */
  onSending(learned?: JsonObject): Promise<void>;
  /**
   * Stores ids of an upload, which creates no post, in `intent.keys`, so another attempt goes on with it. Throws
   * if the lease is lost. `arrived`: how much of the post's files has arrived, in any unit, which stays the same for a post. If that is more than
   * ever before, the platform is not away, and the time after which a post is given up begins again.
   */
  onUploaded(learned: JsonObject, arrived?: number): Promise<void>;
  /** Called while a file is sent, whenever the platform has taken another part of it. */
  onProgress?(): void;
  /** Aborts the call when the worker stops, the lease expires, or nothing makes progress. */
  signal: AbortSignal;
  /** The bytes of an image in the payload, by hash. Throws if they are missing. */
  openImage(sha256: string): Promise<Buffer>;
  /** A temporary public address of those bytes. Throws if this service has none. */
  imageAddress(sha256: string): Promise<string>;
  /** The bytes of a video in the payload from `from` to before `to`. Throws if they are missing. */
  readMedia(sha256: string, from: number, to: number): Promise<Buffer>;
}

/** The result of asking a network to remove a published post. */
export type RetractOutcome =
  /** It is gone, also if it was gone before. */
  | { kind: 'removed' }
  /** The network refuses it for good; `isPostGone`: only its first comment or further posts of its thread may be left. */
  | ({ kind: 'refused'; isPostGone?: true } & StoredMessage)
  /** It was not possible now; asking again does no harm. `isPostGone` as above. */
  | ({ kind: 'unavailable'; isPostGone?: true; retryAfterSeconds: number | null } & StoredMessage);
