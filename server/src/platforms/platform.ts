import type { Sentence } from '../languages/sentence.ts';
/**
 * What every network looks like to the rest of the service. A platform is pure: no database, no
 * knowledge of jobs, money or permission. It reports what happened; the job decides what follows.
 */

import type { PlatformCharge } from './platform/charges.ts';
import type { AccountLookup, ConnectedAccount, ConnectField, Credentials, Health, PlatformOauth } from './platform/connecting.ts';
import type { Intent, IntentOwner, LookupResult, Outcome, SendHooks } from './platform/outcome.ts';
import type { JsonObject, Post } from './platform/post.ts';
import type { Preview } from './platform/preview.ts';
import type { PlatformQuota, PlatformRule, ToldLimit, Violation } from './platform/rules.ts';

export {
  type AccountLookup,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Credentials,
  type Health,
  type OauthRequest,
  type PlatformOauth,
} from './platform/connecting.ts';
export { type Intent, type IntentOwner, type LookupResult, OUTCOME_KINDS, type Outcome, type SendHooks } from './platform/outcome.ts';
export type { Json, JsonObject, LinkCardWords, MediaFile, Post, PostMedia, Span } from './platform/post.ts';
export type { Facet, Preview, PreviewCard, PreviewImage, PreviewPart } from './platform/preview.ts';
export {
  type Counting,
  type LengthUnit,
  type PlatformQuota,
  type PlatformRule,
  RULE_FIELDS,
  type RuleField,
  type RuleUnit,
  type ToldLimit,
  type Violation,
} from './platform/rules.ts';

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
   * `find()` is also reliable for an intent that was recreated from its publication, as after a restore: it relies on
   * what `allocate()` returns, or on the content. Absent where it needs facts that only the lost intent had.
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
  imageObstacle?: Sentence;
  /** Left out where names link by themselves, or never. */
  accounts?: AccountLookup;
  /** Set where the card of a link goes out with the post, word for word; elsewhere the network makes its own, if any. */
  carriesLinkCard?: true;
  /** Set where the link of a post has a field of its own; otherwise it has to be in the text. */
  carriesLink?: true;
  rules: readonly PlatformRule[];
  /** The same platform by the limits of one account's server. The same limits give the same object. */
  withLimits?(limits: readonly ToldLimit[]): Platform;
  /** What it charges the operator of a service that posts there. */
  charges: readonly PlatformCharge[];
  /** Its rate limits and daily quotas; none known when left out. */
  quotas?: readonly PlatformQuota[];
  /** How much of a quota the payload takes, for instance one for each post of a thread; 1 when left out. */
  quotaCost?(payload: JsonObject): number;
  /** Whether tags are written in the text, travel in a field of their own, or are unknown there. */
  tagsIn: 'text' | 'field' | 'none';
  /** Its texts are written in Markdown. */
  readsMarkdown?: true;
  /** What a person enters to connect; empty where only `oauth` leads in. */
  fields: ConnectField[];
  /** Null where the platform has nothing of the kind. */
  oauth: PlatformOauth | null;
  /** Checks credentials as a person or the CLI enters them and asks the platform who they belong to. */
  connect(credentials: Credentials): Promise<ConnectedAccount>;
  /** Asks whether kept credentials still open the account. Publishes nothing. */
  check(credentials: Credentials, signal: AbortSignal): Promise<Health>;
  /**
   * Renews credentials that expire; null where they do not. Throws ConnectError if the platform says that they are no
   * longer valid; any other error can be retried.
   */
  refresh: ((credentials: Credentials, signal: AbortSignal) => Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>>) | null;
  /** Set where a renewal takes the operator's registration, and so shows whether the platform takes that. */
  renewsByClient?: true;
  /** The parts of a post with exactly those spots changed that the platform refuses, their length aside. */
  trim(parts: readonly string[], mostTags?: number): { parts: string[]; refused: string[] };
  validate(post: Post): Violation[];
  preview(post: Post): Preview;
  /** The content exactly as it will be sent, without what belongs to the moment of sending. */
  build(post: Post): JsonObject;
  /** Allocates the ids of a new intent. The same publication gets the same ones, also in a database that was restored. */
  allocate(payload: JsonObject, publication: IntentOwner): JsonObject;
  publish(payload: JsonObject, credentials: Credentials, intent: Intent, hooks: SendHooks): Promise<Outcome>;
  find(payload: JsonObject, credentials: Credentials, intent: Intent): Promise<LookupResult>;
}
