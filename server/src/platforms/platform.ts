/**
 * What every network looks like to the rest of the service. A platform is pure: no database, no
 * knowledge of jobs, money or permission. It reports what happened; the job decides what follows.
 */

import type { Omission } from './text/omission.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * How a platform counts: twitter-text weights, grapheme clusters, UTF-16 units, code points, UTF-8
 * bytes, or code points with every emoji as its UTF-8 bytes.
 */
export type LengthUnit = 'weighted' | 'graphemes' | 'utf16' | 'code_points' | 'bytes' | 'emoji_as_bytes';

/** How a text is counted, where that is not simply its length in a unit. */
export interface Counting {
  unit: LengthUnit;
  /** What any URL counts as, where the platform does not count its characters. */
  urlWeight?: number;
  /** Of "@name@host" only "@name" counts. */
  dropsMentionHost?: true;
  /** Indian consonants that are written as one count apart, as before Unicode 15.1. */
  partsConjuncts?: true;
  /** Characters that go out longer than they are read, since the platform wants them escaped. */
  costs?: Readonly<Record<string, number>>;
}

export const RULE_FIELDS = [
  'text',
  'title',
  /** How many posts one after the other. */
  'thread',
  /** How many tags, where `tagsIn` says they are. */
  'tags',
  /** How many tags in the text, where the others have a field of their own. */
  'text_tags',
  /** How long one tag is. */
  'tag',
  /** How long all tags are together, as the platform adds them up. */
  'all_tags',
  'mentions',
  /** How many different links in the text. */
  'links',
  /** How long the link of the post is. */
  'link',
  'media',
  'images',
  'videos',
  'image_size',
  /** The width of a picture, by its height. */
  'image_shape',
  'video_size',
  'video_length',
  'alt_text',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** A megabyte is 1,000,000 bytes: the stricter reading, where a platform does not say. */
export type RuleUnit = LengthUnit | 'items' | 'megabytes' | 'seconds' | 'percent';

/** One limit as data, with where it is from. */
export interface PlatformRule extends Omit<Counting, 'unit'> {
  field: RuleField;
  max: number;
  /** The least that the platform takes; nothing or none when left out. */
  min?: number;
  unit: RuleUnit;
  /** The rule holds only for a post with pictures or videos. */
  when?: 'media';
  /** Document or package the figure was read from. */
  source: string;
  /** ISO date of that reading. */
  checkedOn: string;
  /**
   * Of conflicting sources the stricter figure counts; `operator`: set by this service's configuration;
   * `told`: by the account's own server.
   */
  confidence: 'documented' | 'observed' | 'conflicting' | 'operator' | 'told';
}

/** A picture or a video that goes with a post. */
export interface PostMedia {
  kind: 'image' | 'video';
  bytes: number;
  /** Of a video. */
  seconds?: number;
  altText?: string;
  /** Left out while only words are checked. */
  file?: MediaFile;
}

/** Where the bytes of a picture are, and what they are: a hash of them stands in what is signed. */
export interface MediaFile {
  mediaId: string;
  /** Of the bytes that go out, in hex. */
  sha256: string;
  mimeType: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** How many posts a platform takes in a while. Respected before the call, by all processes together. */
export interface PlatformQuota {
  /** Posts; of a thread each counts, see `quotaCost`. */
  max: number;
  /** Length of the moving window. */
  perSeconds: number;
  /** `connection`: of each connected account. `app`: of the whole service, which is one app there. */
  scope: 'connection' | 'app';
  /** Document that the figure was read from. */
  source: string;
  /** ISO date of that reading. */
  checkedOn: string;
  confidence: PlatformRule['confidence'];
}

/** The words for one platform, as a caption holds them. */
export interface Post {
  /** The whole text of the first post, tags in it where the platform writes them in the text. */
  text: string;
  /** Without the number sign. */
  tags: string[];
  /** The further posts where it threads. */
  thread: string[];
  link: string | null;
  /** Where the platform has titles; read off the text when left out. */
  title?: string | null;
  media?: readonly PostMedia[];
  /** What stands on the card of the link, read from the page beforehand; left out where nothing was. */
  card?: LinkCardWords;
  /** Ids of accounts by their names, where the platform links names by id; a name that is not here stays plain text. */
  mentions?: Readonly<Record<string, string>>;
}

/** A card as its page words it, made harmless and short. */
export interface LinkCardWords {
  title: string;
  description: string | null;
  siteName: string | null;
  image: PostMedia | null;
}

/** A half-open range of UTF-16 units within one text. */
export interface Span {
  start: number;
  end: number;
}

/** One way in which a post does not fit its platform; validation names all of them at once. */
export interface Violation {
  /** Stable code, for instance `text_too_long`. */
  code: string;
  /** `text`, `title`, `tags`, `link`, `media` or `thread/0`. */
  field: string;
  message: string;
  remedy: string;
  count?: number;
  limit?: number;
  unit?: RuleUnit;
  span?: Span;
}

/** A stretch of the text that the platform turns into something to click on. */
export interface Facet extends Span {
  kind: 'link' | 'mention' | 'tag';
  /** Where a click leads. */
  target: string;
}

export interface PreviewPart {
  text: string;
  facets: Facet[];
  /** In `unit`. */
  length: number;
  limit: number;
  unit: LengthUnit;
}

/** The post as a person will see it there; the first part and, in a thread, those after it. */
export interface Preview {
  /** What of the source text is not in the post; left out where all of it is, or nobody compared. */
  omissions?: readonly Omission[];
  /** Where the platform shows one apart from the text. */
  title?: string;
  /** Tags that travel in a field of their own, without the number sign. */
  tags?: string[];
  parts: PreviewPart[];
  /** The card under the post, where the platform shows one. */
  linkCard: PreviewCard | null;
  /** Names that look like mentions and lead to nobody. */
  plainNames?: string[];
  /** The pictures in the form that goes out. */
  images?: PreviewImage[];
}

export interface PreviewCard {
  url: string;
  /** Of the page, or its host where nothing is known of the page. */
  title: string;
  description?: string;
  siteName?: string;
  image?: PreviewImage;
  /** The network makes the card itself, from the page as it is by then. */
  isMadeByNetwork?: true;
  /** Why the card shows the address alone, in a sentence. */
  missing?: string;
}

export interface PreviewImage {
  /** Path on this service, for whoever may see the workspace. */
  url: string;
  altText: string;
  /** In pixels. */
  width: number;
  height: number;
}

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
  /** Made anew after a restore, to ask the platform by; `createdAt` is then as of when the back-up was. */
  isMadeAnew?: true;
  /** After a restore: ids that the platform may have given out since are missing, so that "not there" proves nothing. */
  isIncomplete?: true;
}

/** Whose ids are allocated. */
export interface IntentOwner {
  id: string;
  createdAt: Date;
}

/** The secrets of one connection, in the platform's own shape. */
export type Credentials = JsonObject;

export const OUTCOME_KINDS = ['published', 'pending', 'rejected', 'unauthorized', 'rate_limited', 'unavailable', 'unknown'] as const;

/**
 * What came of a try. `rejected`, `unauthorized`, `rate_limited` and `unavailable` promise that
 * nothing was published; whoever cannot promise that reports `unknown`.
 */
export type Outcome =
  | { kind: 'published'; providerId: string; url: string | null }
  /** Accepted, not there yet; ask again with `find()`. */
  | { kind: 'pending'; message: string }
  | { kind: 'rejected'; message: string }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'rate_limited'; message: string; retryAfterSeconds: number | null }
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number | null }
  | { kind: 'unknown'; message: string };

/** The platform's own word on what became of an intent. */
export type Finding =
  | { kind: 'found'; providerId: string; url: string | null }
  | { kind: 'absent' }
  /** Part of it stands, for instance half a thread; where the class is `idempotent`, the same intent again completes it. */
  | { kind: 'partial'; message: string }
  | { kind: 'unsure'; message: string };

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

/** One thing that a person enters to connect an account, as the screen asks for it. */
export interface ConnectField {
  /** Its name in `Credentials`. */
  name: string;
  label: string;
  /** Where to get it, or what it is good for. */
  help: string;
  /** Sealed when it is saved, and never shown again. */
  isSecret: boolean;
  isOptional?: boolean;
  /** What stands there until somebody changes it. */
  initial?: string;
  placeholder?: string;
}

/** A limit as the server of one account tells it, in place of the general one. */
export type ToldLimit = Pick<PlatformRule, 'field' | 'unit' | 'max' | 'urlWeight' | 'source' | 'checkedOn'>;

/** An account that the platform let us into. */
export interface ConnectedAccount {
  /** The account's public name there. */
  handle: string;
  /** The platform's own lasting id of the account. */
  externalId: string;
  /** Holds secrets: sealed at once, never logged. */
  credentials: Credentials;
  /** Origin of the server that it lives on, where the platform has many that know accounts. No secret. */
  server?: string;
  /** RFC 3339; when the credentials stop working. Left out where they last. */
  expiresAt?: string;
  /** What its server takes; left out where it tells nothing. */
  limits?: ToldLimit[];
}

/** How a platform that links names by an id of its own is asked for it. */
export interface AccountLookup {
  /** The names in a text, as the platform compares them: without "@", in lower case. Computes only. */
  find(text: string): string[];
  /** The account's lasting id; null where nobody has the name. Throws where there is no answer. */
  ask(name: string, server: string | null, signal: AbortSignal): Promise<string | null>;
}

/** Whether credentials still open their account. `unclear` says nothing about them: the platform gave no answer. */
export type Health =
  | { kind: 'healthy'; limits?: ToldLimit[] }
  | { kind: 'revoked'; message: string }
  | { kind: 'unclear'; message: string };

/** Signing in at the platform itself (RFC 6749 with PKCE, RFC 7636), so that no secret is entered here. */
export interface PlatformOauth {
  /** What has to be known before a person can be sent there, for instance which server. */
  fields: ConnectField[];
  /** What the operator has to set first, in a sentence; null when nothing is missing. */
  missing: string | null;
  /** Where to send the person. `memory` is kept sealed until they come back and given to `finish()`. */
  start(entered: Credentials, request: OauthRequest): Promise<{ url: string; memory: JsonObject }>;
  /** Exchanges the code, once. Several accounts where a person picked several there. Throws ConnectError. */
  finish(code: string, request: OauthRequest, memory: JsonObject): Promise<ConnectedAccount[]>;
}

/** What belongs to one round trip of a person to the platform and back. */
export interface OauthRequest {
  /** Exactly as registered at the platform. */
  redirectUri: string;
  state: string;
  /** PKCE; its S256 challenge goes along, itself only with the code. */
  codeVerifier: string;
}

export interface Platform {
  /** As in `platforms[]` of a draft. */
  id: string;
  label: string;
  /**
   * `idempotent`: the same intent sent twice is one post. `askable`: `find()` gives a sure answer.
   * `guarded`: the platform refuses duplicates. `blind`: none of these.
   */
  duplicateClass: 'idempotent' | 'askable' | 'guarded' | 'blind';
  /** How long after the first try the same intent sent again is still the same post. Left out where it always is. */
  repeatableForSeconds?: number;
  /**
   * How long a call that was cut off may still take effect over there; until then `absent` from
   * `find()` proves nothing. Left out where a late arrival could not make a second post.
   */
  settlesWithinSeconds?: number;
  /**
   * `find()` tells the truth also for an intent that was made anew from its publication, as after a restore: it goes
   * by what `allocate()` gives, or by the content. Left out where it needs what only the lost intent knew.
   */
  isFoundAnew?: true;
  /** How its publishing was proved. */
  provenBy: 'real server' | 'reference stand-in' | 'sandbox' | 'nothing';
  /** Set where words are prepared and checked, but there is no connector that could send them. */
  publishing?: 'none yet';
  /**
   * How pictures get there: the connector uploads them, or the platform fetches them from a public
   * address of this service. Left out where a post with one is a violation; it is never sent without.
   */
  takesImages?: 'uploaded' | 'fetched';
  /** The only types of pictures that the platform takes; any of ours where left out. */
  imageTypes?: readonly string[];
  /** Why pictures cannot be fetched from here, and what to do, in a sentence; left out where they can. */
  imageObstacle?: string;
  /** Left out where names link by themselves, or never. */
  accounts?: AccountLookup;
  /** Set where the card of a link goes out with the post, word for word; elsewhere the network makes its own, if any. */
  carriesLinkCard?: true;
  /** Set where the link of a post goes out in a place of its own; elsewhere it has to stand in the text. */
  carriesLink?: true;
  rules: readonly PlatformRule[];
  /** The same platform by the limits of one account's server. The same limits give the same object. */
  withLimits?(limits: readonly ToldLimit[]): Platform;
  /** Its rate limits and daily quotas; none known when left out. */
  quotas?: readonly PlatformQuota[];
  /** How much of a quota the payload takes, for instance one for each post of a thread; 1 when left out. */
  quotaCost?(payload: JsonObject): number;
  /** Whether tags are written in the text, travel in a field of their own, or are unknown there. */
  tagsIn: 'text' | 'field' | 'none';
  /** What a person enters to connect; empty where only `oauth` leads in. */
  fields: ConnectField[];
  /** Null where the platform has nothing of the kind. */
  oauth: PlatformOauth | null;
  /** Checks credentials as a person or the CLI enters them and asks the platform who they belong to. */
  connect(credentials: Credentials): Promise<ConnectedAccount>;
  /** Asks whether kept credentials still open the account. Publishes nothing. */
  check(credentials: Credentials, signal: AbortSignal): Promise<Health>;
  /**
   * New credentials in place of ones that end, or null where they last. Throws ConnectError when the
   * platform says that they are worth nothing any more; whatever else it throws is worth another try.
   */
  refresh: ((credentials: Credentials, signal: AbortSignal) => Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>>) | null;
  /** The parts of a post with exactly those spots changed that the platform refuses, their length aside. */
  trim(parts: readonly string[], mostTags?: number): { parts: string[]; refused: string[] };
  validate(post: Post): Violation[];
  preview(post: Post): Preview;
  /** The content exactly as it will be sent, without what belongs to the moment of sending. */
  build(post: Post): JsonObject;
  /** Allocates the ids of a new intent. The same publication gets the same ones, also in a database that was restored. */
  allocate(payload: JsonObject, publication: IntentOwner): JsonObject;
  publish(payload: JsonObject, credentials: Credentials, intent: Intent, hooks: SendHooks): Promise<Outcome>;
  find(payload: JsonObject, credentials: Credentials, intent: Intent): Promise<Finding>;
}

/** Thrown by `connect()`; the message is for the person who entered the credentials. */
export class ConnectError extends Error {
  readonly code: 'bad_user_input' | 'address_refused';

  constructor(message: string, code: ConnectError['code'] = 'bad_user_input') {
    super(message);
    this.code = code;
  }
}
