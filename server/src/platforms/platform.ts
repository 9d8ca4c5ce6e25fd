import type { Sentence } from '../languages/sentence.ts';
import type { PlatformCharge } from './platform/charges.ts';
import type {
  AccountLimit,
  AccountLookup,
  AccountNames,
  ConnectedAccount,
  ConnectField,
  Credentials,
  Health,
  PlatformOauth,
  PostDemands,
  Renewed,
  SearchAccounts,
} from './platform/connecting.ts';
import type { Intent, IntentOwner, LookupResult, Outcome, RetractOutcome, SendHooks } from './platform/outcome.ts';
import type { CoverForm, JsonObject, Post } from './platform/post.ts';
import type { Preview } from './platform/preview.ts';
import type { MetricsReading, PublishedPost, ReadBack } from './platform/read-back.ts';
import type { PlatformQuota, PlatformRule, VideoFormats, Violation } from './platform/rules.ts';
import type { NetworkSetting } from './platform/settings.ts';

/**
 * The common interface of all networks. A platform is pure: no database, and no knowledge of jobs, money or
 * permissions. It reports outcomes; the job decides what follows.
 */

export {
  type AccountLimit,
  type AccountLookup,
  type AccountNames,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Credentials,
  type FoundAccount,
  type Health,
  type OauthRequest,
  type PlatformOauth,
  type PostDemands,
  type Renewed,
  SIDE_FEATURES,
  type SideFeature,
} from './platform/connecting.ts';
export type { RetractOutcome } from './platform/outcome.ts';
export {
  absentAmong,
  type Intent,
  type IntentOwner,
  type LookupResult,
  OUTCOME_KINDS,
  type Outcome,
  onlyPost,
  type SendHooks,
  sinceIntent,
} from './platform/outcome.ts';
export type {
  CoverForm,
  EditedPost,
  Json,
  JsonObject,
  LinkCardWords,
  MediaFile,
  Post,
  PostMedia,
  VideoCover,
  VideoSubtitles,
  VideoTracks,
} from './platform/post.ts';
export type { Preview, PreviewCard, PreviewImage, PreviewPart } from './platform/preview.ts';
export type { ComparedFields, PublishedPost, ReadBack } from './platform/read-back.ts';
export { type Figure, METRICS, type Metric, type MetricsReading } from './platform/read-back.ts';
export type { Facet, Span } from './platform/rules.ts';
export {
  type Counting,
  type LengthUnit,
  type PlatformQuota,
  type PlatformRule,
  RULE_FIELDS,
  type RuleField,
  type RuleUnit,
  type ServerLimit,
  type VideoFormats,
  type Violation,
} from './platform/rules.ts';

export type { NetworkSetting, PreviewSetting, Settings, SettingValue } from './platform/settings.ts';

/** The published post that a comment goes under. */
export interface CommentedPost extends PublishedPost {
  payload: JsonObject;
  intent: Intent;
}

/** The first comment under a post: an attempt of its own, after that of the post, with an intent of its own. */
export interface PlatformComments {
  /** The exact content of a post's first comment, from the words that the preview shows too; null if it has none. */
  build(post: Pick<Post, 'settings' | 'mentions'>): JsonObject | null;
  allocate(comment: JsonObject, comments: IntentOwner): JsonObject;
  send(comment: JsonObject, credentials: Credentials, intent: Intent, post: CommentedPost, hooks: SendHooks): Promise<Outcome>;
  /** As for posts; absent where this service may not read comments, so a person must look. */
  find?(comment: JsonObject, credentials: Credentials, intent: Intent, post: CommentedPost): Promise<LookupResult>;
  /** Removes a published comment, as often as it is called. Absent where it goes with its post, or cannot be removed. */
  retract?: PublishedCall<RetractOutcome>;
}

/** How a network replaces the words of a published post, which keeps its id. */
export interface PlatformEdits {
  /** Set where a title cannot be changed. */
  keepsTitle?: true;
  /** Why a post with this payload cannot be edited although others can; null if it can. */
  refuses(payload: JsonObject): Sentence | null;
  /** Gives the post the words of the payload, as often as it is called. A refusal says nothing about the credentials. */
  send(payload: JsonObject, credentials: Credentials, intent: Intent, post: PublishedPost, hooks: SendHooks): Promise<Outcome>;
}

/** A call about a published post, as it was sent. */
export type PublishedCall<Result> = (
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  post: PublishedPost,
  signal: AbortSignal,
) => Promise<Result>;

export interface Platform {
  /** As in `platforms[]` of a draft. */
  id: string;
  label: string;
  /**
   * `idempotent`: the same intent sent twice is one post. `askable`: `find()` is reliable. `guarded`: the platform
   * refuses duplicates. `blind`: none of these.
   */
  duplicateClass: 'idempotent' | 'askable' | 'guarded' | 'blind';
  /** How long a repeated intent is recognised as the same post. Absent if it always is, where the class is `idempotent`. */
  repeatableForSeconds?: number;
  /**
   * How long an aborted call may still take effect; until then `absent` from `find()` proves nothing. Absent where
   * a call ends with its effect.
   */
  settlesWithinSeconds?: number;
  /**
   * `find()` is also reliable for an intent that was recreated from its publication, as after a restore: it relies on
   * what `allocate()` returns, or on the content. Absent where it needs facts that only the lost intent had.
   */
  isFoundWithoutIntent?: true;
  /**
   * The same intent again continues a thread that was cut off: an id that the platform publishes once at most is
   * stored in the intent before each of its posts. Implied where the class is `idempotent`.
   */
  continuesThreads?: true;
  /** Set where a post takes no credits: it is no publication that anybody pays for. */
  isFree?: true;
  /** How its publishing was verified. */
  provenBy: 'real server' | 'reference stand-in' | 'sandbox' | 'nothing';
  /**
   * The network's own id of a post of this account, from the post's address; null if this is no such address, or that of
   * another account's post, as far as the address shows whose it is. Absent where addresses have no such id.
   */
  idFromLink?(link: URL, account: AccountNames): string | null;
  /**
   * Set where another service publishes: what it reports about a post is its word, which no network has confirmed.
   */
  isRelay?: true;
  /** Set where accounts are on many servers: "@name" without one is an account on the author's own server. */
  isFederated?: true;
  /** Set where content is prepared and checked, but no connector can send it. */
  publishing?: 'none yet';
  /**
   * How images are transferred: uploaded by the connector, or fetched from a public address of this service. Absent
   * where an image is a violation; a post is never sent without it.
   */
  takesImages?: 'uploaded' | 'fetched';
  /**
   * How videos are transferred, as for images. Absent where a video is a violation; a post is never sent without it.
   */
  takesVideo?: 'uploaded' | 'fetched';
  /** Why it takes no video from programs; set where videos are not sent. */
  noVideo?: Sentence;
  /**
   * Set if animated pictures (GIF) are sent and shown animated; otherwise they are a violation. `alone`: without other
   * pictures in the post.
   */
  takesAnimations?: 'alone' | 'among pictures';
  /** What a description is published with; the platform has no place for any other, which is neither signed nor shown. */
  takesAltTextOf?: readonly ('image' | 'video')[];
  /** Set where documents (PDF) are sent; elsewhere they are a violation. */
  takesDocuments?: 'uploaded';
  /** How the cover of a video is sent, the best way first; absent where the network chooses it. */
  takesCover?: readonly CoverForm[];
  /** The only types of covers; defaults to all of ours. */
  coverTypes?: readonly string[];
  /** The form in which subtitles of a video are sent; absent where they are not. */
  takesSubtitles?: 'text/vtt' | 'application/x-subrip';
  /** The only languages of subtitles: those with a code of two letters. Defaults to all. */
  subtitleLanguages?: 'ISO 639-1';
  /** The only still image types that the platform accepts; defaults to all of ours. */
  imageTypes?: readonly string[];
  /** Why images cannot be fetched from here, and the remedy, in a sentence; absent if they can. */
  imageObstacle?: Sentence;
  /** Absent where names are linked automatically, or never. */
  accounts?: AccountLookup;
  /** Absent where no account can be searched without signing in. */
  searchAccounts?: SearchAccounts;
  /** Set where the card of a link is sent with the post, literally; otherwise the network may generate one. */
  carriesLinkCard?: true;
  /** Set where the link of a post has a field of its own; otherwise it must be in the text. */
  carriesLink?: true;
  rules: readonly PlatformRule[];
  /** What a post must have besides its text; `cover`: if it has a video. */
  requires?: readonly ('title' | 'media' | 'tags' | 'cover')[];
  /** How a video must be stored and encoded; absent where that is not known, or no video is accepted. */
  videoFormats?: VideoFormats;
  /** Why it takes no first comment; absent where one is among `settings`. */
  noFirstComment?: Sentence;
  /** How a first comment goes under a published post; absent where none can. */
  comments?: PlatformComments;
  /** How the words of a published post are replaced; absent where they cannot be. */
  edits?: PlatformEdits;
  /** Why they cannot be; absent where the reason is only that the network's API does not allow it. */
  noEdit?: Sentence;
  /** The options of a post that only this network has, as data; part of what is signed. */
  settings: readonly NetworkSetting[];
  /** What the community behind the account demands of posts; absent if it reports nothing. */
  demands?: PostDemands;
  /** The demands that a post does not meet. */
  unmetDemands?(post: Post): Violation[];
  /** Communities there have demands of their own, which are read again more often than limits. */
  hasDemands?: true;
  /** What the network says of the account, in a platform that withLimits() returned. */
  accountLimits?: readonly AccountLimit[];
  /** The same platform with the limits of one account's server. Cached: equal limits return the same object. */
  withLimits?(limits: readonly AccountLimit[]): Platform;
  /** What it charges the operator of a service that posts there. */
  charges: readonly PlatformCharge[];
  /** Its rate limits and daily quotas; none known by default. */
  quotas?: readonly PlatformQuota[];
  /** How much of a quota the payload takes, for instance one for each post of a thread; 1 by default. */
  quotaCost?(payload: JsonObject): number;
  /** Whether tags are in the text, in a field of their own, or unsupported. */
  tagsIn: 'text' | 'field' | 'none';
  /** Its texts are written in Markdown. */
  readsMarkdown?: true;
  /** The fields for connecting; empty if only `oauth` is available. */
  fields: ConnectField[];
  /** Null if the platform has none. */
  oauth: PlatformOauth | null;
  /** Checks entered credentials and identifies their account. */
  connect(credentials: Credentials): Promise<ConnectedAccount>;
  /** Whether stored credentials are still valid. Publishes nothing. */
  check(credentials: Credentials, signal: AbortSignal): Promise<Health>;
  /**
   * Renews credentials that expire; null where they do not. Throws ConnectError if the platform says that they are no
   * longer valid; any other error can be retried.
   */
  refresh: ((credentials: Credentials, signal: AbortSignal) => Promise<Renewed>) | null;
  /** How long before their end credentials are renewed, where a day would be needlessly late. */
  renewsAheadDays?: number;
  /** Ends the access of credentials that are no longer kept; absent where the network has no call for it. Throws where that fails. */
  revoke?(credentials: Credentials, signal: AbortSignal): Promise<void>;
  /** Set if renewal uses the operator's registration, and so shows whether it is accepted. */
  renewsByClient?: true;
  /** The parts of a post with exactly those spots changed that the platform refuses, their length aside. */
  trim(parts: readonly string[], mostTags?: number): { parts: string[]; refused: string[] };
  validate(post: Post): Violation[];
  preview(post: Post): Preview;
  /** The exact content to send, without what depends on the time of sending. */
  build(post: Post): JsonObject;
  /** Allocates the ids of a new intent. The same publication gets the same ones, also in a database that was restored. */
  allocate(payload: JsonObject, publication: IntentOwner): JsonObject;
  publish(payload: JsonObject, credentials: Credentials, intent: Intent, hooks: SendHooks): Promise<Outcome>;
  /** `replaced`: of an edit, the payload whose words it replaces. */
  find(payload: JsonObject, credentials: Credentials, intent: Intent, replaced?: JsonObject | null): Promise<LookupResult>;
  /**
   * Reads a published post as others see it, where the network allows it, for comparison with what was signed.
   * Changes nothing there. Throws where it cannot be read.
   */
  readBack?: PublishedCall<ReadBack>;
  /** Reads what the network counts of a published post. Changes nothing there. Absent where it reports nothing. */
  readMetrics?: PublishedCall<MetricsReading>;
  /**
   * Removes a published post and everything that was published with it, as often as it is called. Absent where the
   * network's API does not allow it.
   */
  retract?: PublishedCall<RetractOutcome>;
}
