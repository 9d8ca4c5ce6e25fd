import type { Sentence } from '../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../languages/stored-message.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { findRefusal } from '../outbound/outbound-fault.ts';
import { ApiFault, asConnectError } from './api/api-fault.ts';
import {
  asEditOutcome,
  asFigures,
  asRefreshError,
  asRemoved,
  asRetractOutcome,
  asUnreadable,
  asUnreadMetrics,
  orUnavailable,
  settle,
  stoppedEarly,
} from './api/as-outcome.ts';
import { type Api, createApi, type ReadRefusal } from './api/create-api.ts';
import type { NetworkRules } from './network-rules.ts';
import { networkWords, withTakenAltTexts } from './network-words.ts';
import { factsOf, type PlatformFacts } from './platform/facts.ts';
import { readFirstComment, wordsOfComment } from './platform/first-comment.ts';
import {
  type CommentedPost,
  ConnectError,
  type ConnectedAccount,
  type Credentials,
  type Figure,
  type Intent,
  type IntentOwner,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  type PlatformComments,
  type PlatformEdits,
  type Post,
  type PublishedCall,
  type PublishedPost,
  type ReadBack,
  type SendHooks,
} from './platform.ts';
import { type AccountValues, readAccount, refuseUnknownNames, secretsOf } from './read-account.ts';
import { type PostExtras, type PostWords, readWords } from './text/read-words.ts';

/** Everything available during one call. */
export interface Call {
  /** The credentials, read by the declared fields. */
  account: AccountValues;
  api: Api;
  /** For protocols other than HTTP. */
  outbound: Outbound;
  signal: AbortSignal;
}

export interface PublishCall extends Call {
  payload: JsonObject;
  intent: Intent;
  onSending: SendHooks['onSending'];
  onUploaded: SendHooks['onUploaded'];
  /** As in SendHooks, but an unavailable image is an ApiFault. */
  openImage: SendHooks['openImage'];
  imageAddress: SendHooks['imageAddress'];
  readMedia: SendHooks['readMedia'];
  /** The published post that this one replies to, as its first comment. */
  replyTo?: CommentedPost;
}

/** A comment that is no post of its own: `payload` is `{text}`. */
export interface CommentCall extends FindCall {
  post: CommentedPost;
  onSending: SendHooks['onSending'];
}

export type FindCall = Omit<PublishCall, 'onSending' | 'onUploaded' | 'openImage' | 'imageAddress' | 'readMedia'>;

export interface ReadBackCall extends FindCall {
  post: PublishedPost;
}

export interface EditCall extends ReadBackCall {
  /** Awaited right before the request that changes the post. */
  onSending: () => Promise<void>;
}

/** The specific parts of an HTTP platform; the rest is shared. */
export interface Connector extends PlatformFacts, Pick<Platform, 'fields'> {
  network: NetworkRules;
  outbound: Outbound;
  /** Set where a person names the server: its responses are then not shown to the person who connects. */
  isServerNamed?: true;
  oauth?: Platform['oauth'];
  /** Credentials that no person enters: added by `connect()`, `oauth` or `refresh()`. */
  kept?: readonly string[];
  readRefusal: ReadRefusal;
  /** Identifies the account of the credentials; also the health check. Throws ConnectError or ApiFault. */
  identify(call: Call): Promise<ConnectedAccount>;
  /** The exact content to send, from the words that the preview shows too. */
  build(words: PostWords, extras: PostExtras): JsonObject;
  allocate?(payload: JsonObject, publication: IntentOwner): JsonObject;
  publish(call: PublishCall): Promise<Outcome>;
  find(call: FindCall): Promise<LookupResult>;
  /** As in Platform; an ApiFault means that the post could not be read. */
  readBack?(call: ReadBackCall): Promise<ReadBack>;
  /**
   * How a first comment goes under a post: as a post that replies to it, by `publish()` with `replyTo`, or by requests
   * of its own. Absent where the network's API cannot.
   */
  comments?:
    | 'as posts'
    | {
        send(call: CommentCall): Promise<Outcome>;
        /** `absent` only where that is certain. */
        find?(call: Omit<CommentCall, 'onSending'>): Promise<LookupResult>;
        /** For a comment that would outlive its post; `post` is the comment. */
        retract?(call: ReadBackCall): Promise<void>;
      };
  /** The figures of a published post; null if it is gone. An ApiFault is a refusal, or to be tried again. */
  readMetrics?(call: ReadBackCall): Promise<readonly Figure[] | null>;
  /** Gives a published post the words of the payload; an ApiFault is its outcome. */
  edit?(call: EditCall): Promise<void>;
  keepsTitle?: true;
  /** Why a post with this payload cannot be edited although others can. */
  refusesEdit?(payload: JsonObject): Sentence | null;
  /** As in Platform; an ApiFault is a refusal, or to be tried again. What is missing is removed. */
  retract?(call: ReadBackCall): Promise<void>;
  refresh?(call: Call): ReturnType<NonNullable<Platform['refresh']>>;
  /** As in Platform; does nothing where the credentials are of a person's own making. */
  revoke?(call: Call): Promise<void>;
}

/**
 * What `pattern` finds as `id` in the path of a post's address on this host, or one below it; null for any other address, and
 * where the `owner` in it is none of the account's own names.
 */
export function inPathOf({ hostname, pathname }: URL, host: string, pattern: RegExp, names: readonly string[] = []): string | null {
  const isThere = hostname === host || hostname.endsWith(`.${host}`);
  const { id = null, owner } = (isThere && pattern.exec(pathname)?.groups) || {};
  const isOwn = owner === undefined || names.some((name) => name.toLowerCase() === owner.toLowerCase());
  return isOwn ? id : null;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** Builds a platform from its specific parts. An ApiFault of its calls is an outcome. */
export function createConnector(connector: Connector): Platform {
  const { network, outbound, fields, kept = [], readRefusal, refresh, revoke } = connector;
  const { label } = network;
  const open: Calling['open'] = (credentials, signal, { isOwnWords = false, onProgress } = {}) => {
    const account = readAccount(label, fields, kept, credentials);
    const secrets = secretsOf(account, fields, kept);
    return { account, signal, outbound, api: createApi({ label, outbound, readRefusal, secrets, isOwnWords }, signal, onProgress) };
  };
  const identify = (credentials: Credentials, signal: AbortSignal) =>
    connector.identify(open(credentials, signal, { isOwnWords: connector.isServerNamed ?? false }));
  const publish = async ({ payload, credentials, intent, hooks, replyTo }: Sending): Promise<Outcome> => {
    const { onSending, onUploaded, onProgress, signal, openImage, imageAddress, readMedia } = hooks;
    if (signal.aborted) return stoppedEarly();
    const media = { openImage: orUnavailable(openImage), imageAddress: orUnavailable(imageAddress), readMedia: orUnavailable(readMedia) };
    const about = { payload, intent, onUploaded, ...(replyTo && { replyTo }) };
    return settle(onSending, async (asked) =>
      connector.publish({ ...open(credentials, signal, onProgress && { onProgress }), ...media, ...about, onSending: asked }),
    );
  };
  const find: Finding = async (credentials, ask) => {
    try {
      return await ask(open(credentials, AbortSignal.timeout(CONNECT_TIMEOUT_MS)));
    } catch (error) {
      if (error instanceof ApiFault || error instanceof ConnectError) return { kind: 'unsure', message: error.message };
      throw error;
    }
  };

  return {
    ...networkWords(network),
    ...factsOf(connector),
    fields,
    oauth: connector.oauth ?? null,
    ...contentOf(connector),
    allocate: (payload, publication) => connector.allocate?.(payload, publication) ?? {},
    async connect(credentials) {
      refuseUnknownNames(label, fields, kept, credentials);
      return identify(credentials, AbortSignal.timeout(CONNECT_TIMEOUT_MS)).catch((error) => {
        throw asConnectError(error);
      });
    },
    async check(credentials, signal) {
      try {
        const { limits } = await identify(credentials, signal);
        return { kind: 'healthy', ...(limits && { limits }) };
      } catch (error) {
        if (error instanceof ConnectError) return { kind: 'revoked', ...toStoredMessage(error.words) };
        if (error instanceof ApiFault && error.outcome.kind === 'unauthorized')
          return { kind: 'revoked', ...toStoredMessage(fromStoredMessage(error.outcome)) };
        const words = findRefusal(error)?.words ?? (error instanceof ApiFault ? fromStoredMessage(error.outcome) : null);
        if (!words) throw error;
        return { kind: 'unclear', ...toStoredMessage(words) };
      }
    },
    ...(revoke && { revoke: async (credentials, signal) => revoke(open(credentials, signal)) }),
    refresh: refresh ? async (credentials, signal) => refresh(open(credentials, signal)).catch(asRefreshError) : null,
    publish: (payload, credentials, intent, hooks) => publish({ payload, credentials, intent, hooks }),
    ...(connector.comments && { comments: commentsOf(connector, { open, publish, find }) }),
    ...afterwards(connector, open),
    ...(connector.edit && { edits: editsOf({ ...connector, edit: connector.edit }, open) }),
    find: (payload, credentials, intent) => find(credentials, (call) => connector.find({ ...call, payload, intent })),
  };
}

/** The content that is sent, and what the community behind the account demands of it. */
function contentOf(connector: Connector): Pick<Platform, 'build' | 'unmetDemands'> {
  const { network } = connector;
  const { demands, checkDemands } = network;
  const build = (post: Post) => connector.build(readWords(network, post), withTakenAltTexts(connector, post));
  return { build, ...(demands && checkDemands && { unmetDemands: (post) => checkDemands(build(post), demands) }) };
}

/** What is done with published posts, where the network allows it. */
function afterwards(
  { readBack, readMetrics, retract }: Pick<Connector, 'readBack' | 'readMetrics' | 'retract'>,
  open: Calling['open'],
): Pick<Platform, 'readBack' | 'readMetrics' | 'retract'> {
  const calling =
    <Result>(ask: (call: ReadBackCall) => Promise<Result>): PublishedCall<Result> =>
    (payload, credentials, intent, post, signal) =>
      ask({ ...open(credentials, signal), payload, intent, post });
  return {
    ...(readBack && { readBack: calling((call) => readBack(call).catch(asUnreadable)) }),
    ...(readMetrics && { readMetrics: calling((call) => readMetrics(call).then(asFigures, asUnreadMetrics)) }),
    ...(retract && { retract: calling((call) => retract(call).then(asRemoved, asRetractOutcome)) }),
  };
}

/** Edits of published posts: setting the same words twice changes nothing. */
function editsOf({ edit, keepsTitle, refusesEdit }: Connector & Required<Pick<Connector, 'edit'>>, open: Calling['open']): PlatformEdits {
  return {
    ...(keepsTitle && { keepsTitle }),
    refuses: (payload) => refusesEdit?.(payload) ?? null,
    async send(payload, credentials, intent, post, { onSending, signal }) {
      if (signal.aborted) return stoppedEarly();
      return settle(onSending, (asked) => {
        const call = { ...open(credentials, signal), payload, intent, post, onSending: asked };
        return edit(call).then(() => ({ kind: 'published', ...post }), asEditOutcome);
      });
    },
  };
}

interface Sending {
  payload: JsonObject;
  credentials: Credentials;
  intent: Intent;
  hooks: SendHooks;
  replyTo?: CommentedPost;
}

type Finding = (credentials: Credentials, ask: (call: Call) => Promise<LookupResult>) => Promise<LookupResult>;

interface Calling {
  open(credentials: Credentials, signal: AbortSignal, how?: { isOwnWords?: boolean; onProgress?: () => void }): Call;
  publish(sending: Sending): Promise<Outcome>;
  find: Finding;
}

/** First comments, by the same calls as posts or by their own. */
function commentsOf(connector: Connector, { open, publish, find }: Calling): PlatformComments {
  const { network, comments, duplicateClass } = connector;
  const { retract } = afterwards(typeof comments === 'object' ? comments : connector, open);
  const allocate: PlatformComments['allocate'] = (comment, owner) => connector.allocate?.(comment, owner) ?? {};
  if (typeof comments !== 'object') {
    return {
      build(post) {
        const words = readFirstComment(network, post);
        return words && connector.build(wordsOfComment(words), { tags: [], link: null });
      },
      allocate,
      send: (payload, credentials, intent, replyTo, hooks) => publish({ payload, credentials, intent, hooks, replyTo }),
      ...(retract && { retract }),
      ...(duplicateClass !== 'blind' && {
        find: (payload, credentials, intent, replyTo) => find(credentials, (call) => connector.find({ ...call, payload, intent, replyTo })),
      }),
    };
  }
  const { send, find: look } = comments;
  return {
    build(post) {
      const words = readFirstComment(network, post);
      return words && { text: words.sent };
    },
    allocate,
    async send(payload, credentials, intent, post, { onSending, signal }) {
      if (signal.aborted) return stoppedEarly();
      return settle(onSending, async (asked) => send({ ...open(credentials, signal), payload, intent, post, onSending: asked }));
    },
    ...(retract && { retract }),
    ...(look && {
      find: (payload, credentials, intent, post) => find(credentials, (call) => look({ ...call, payload, intent, post })),
    }),
  };
}
