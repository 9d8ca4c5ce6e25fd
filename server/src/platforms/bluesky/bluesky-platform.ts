import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { readRetryAfter } from '../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { at, figuresAt } from '../api/read-json.ts';
import { inPathOf } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { networkWords } from '../network-words.ts';
import { readFirstComment, wordsOfComment } from '../platform/first-comment.ts';
import type {
  AccountNames,
  CommentedPost,
  ComparedFields,
  Credentials,
  Intent,
  Json,
  JsonObject,
  MetricsReading,
  Outcome,
  Platform,
  PlatformComments,
  PublishedPost,
  ReadBack,
  RetractOutcome,
  SendHooks,
} from '../platform.ts';
import { readWords } from '../text/read-words.ts';
import { BLUESKY_FIELDS, readBlueskyCredentials } from './bluesky-credentials.ts';
import { type BlueskySessions, createBlueskySessions } from './bluesky-sessions.ts';
import { allocateKeys, buildRecords, POST_COLLECTION, pairRecords } from './build-records.ts';
import { checkBluesky, connectBluesky } from './connect-bluesky.ts';
import { findOnBluesky } from './find-on-bluesky.ts';
import { blobsOf } from './image-embed.ts';
import type { BlueskySession } from './open-session.ts';
import { outcomeOfError, readRefusal } from './outcome-of-error.ts';
import { createProtocolFetch } from './protocol-fetch.ts';
import { publishToBluesky, type StrongRef } from './publish-to-bluesky.ts';
import { createBlueskyAccounts, PUBLIC_SERVER, searchOnBluesky } from './resolve-handle.ts';

/**
 * Bluesky, or any other server of the AT Protocol. The payload is `{records}`: the exact records of the post and of
 * its replies. The intent adds only what depends on the time of sending: `createdAt`, the record keys allocated in
 * advance, and the replies' references derived from them.
 */
export function createBlueskyPlatform(network: NetworkRules, outbound: Outbound, publicServer = PUBLIC_SERVER): Platform {
  const sessions = createBlueskySessions(outbound);
  return {
    ...networkWords(network),
    // The record key is allocated in advance and written with putRecord: the same again is the same post.
    duplicateClass: 'idempotent',
    settlesWithinSeconds: 120,
    idFromLink,
    isFoundWithoutIntent: true,
    provenBy: 'real server',
    fields: BLUESKY_FIELDS,
    oauth: null,
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesVideo: 'uploaded',
    takesSubtitles: 'text/vtt',
    accounts: createBlueskyAccounts(outbound),
    searchAccounts: (query, _server, signal) => searchOnBluesky(outbound, publicServer, query, signal),
    connect: (entered) => connectBluesky(outbound, entered),
    check: (credentials, signal) => checkBluesky(outbound, credentials, signal),
    refresh: null,
    build: (post) => ({ records: buildRecords(readWords(network, post), post) }),
    allocate: allocateKeys,
    quotaCost: ({ records }) => (Array.isArray(records) ? records.length : 1),
    publish: (payload, credentials, intent, hooks) => publishToBluesky(sessions, payload, credentials, intent, hooks),
    comments: blueskyComments(network, sessions),
    find: (payload, credentials, intent) => findOnBluesky(sessions, payload, credentials, intent),
    retract: (payload, credentials, intent, _post, signal) => retractFromBluesky(sessions, payload, credentials, intent, signal),
    readBack: (...call) => readBackFromBluesky(outbound, ...call),
    readMetrics: (payload, credentials, intent, post, signal) =>
      readMetricsFromBluesky(
        outbound,
        publicServer,
        () => readBackFromBluesky(outbound, payload, credentials, intent, post, signal),
        post,
        signal,
      ),
  };
}

/** Deletes every record of the intent, the last first, so no reply outlives its parent. A missing one is no error. */
async function retractFromBluesky(
  sessions: BlueskySessions,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  signal: AbortSignal,
): Promise<RetractOutcome> {
  try {
    await sessions.use(readBlueskyCredentials(credentials), signal, async ({ agent, did }) => {
      for (const { rkey } of pairRecords(payload, intent).toReversed()) {
        await agent.com.atproto.repo.deleteRecord({ repo: did, collection: POST_COLLECTION, rkey });
      }
    });
    return { kind: 'removed' };
  } catch (error) {
    const outcome = outcomeOfError(error, 'sign-in');
    const { message } = outcome;
    if (outcome.kind === 'unauthorized' || outcome.kind === 'rejected') return { kind: 'refused', message, sentence: null };
    return { kind: 'unavailable', message, sentence: null, retryAfterSeconds: null };
  }
}

/**
 * Reads the records from the account's server, which serves them to anyone. A picture's name is the hash of its
 * bytes, so the same names are the same bytes.
 */
async function readBackFromBluesky(
  outbound: Outbound,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  { providerId }: PublishedPost,
  signal: AbortSignal,
): Promise<ReadBack> {
  const { Agent } = await import('@atproto/api');
  const { service } = readBlueskyCredentials(credentials);
  const agent = new Agent({ service: new URL(service), fetch: createProtocolFetch(outbound, signal) });
  const [repo = '', collection = ''] = providerId.replace('at://', '').split('/');
  const records = pairRecords(payload, intent);
  let published: ComparedFields = {};
  for (const [index, { rkey }] of records.entries()) {
    try {
      const { data } = await agent.com.atproto.repo.getRecord({ repo, collection, rkey });
      published = { ...published, ...fieldsOf(JSON.parse(JSON.stringify(data.value)) as JsonObject, index) };
    } catch (error) {
      if (readRefusal(error)?.error !== 'RecordNotFound') throw error;
      if (index === 0) return { kind: 'gone', seenBy: 'public' };
    }
  }
  const signed = Object.assign({}, ...records.map(({ record }, index) => fieldsOf(record, index))) as ComparedFields;
  return { kind: 'found', seenBy: 'public', signed, published };
}

/**
 * docs.bsky.app, app.bsky.feed.getPosts: the public server counts for everyone. A post that it does not have is gone
 * only if the account's own server does not have it either: the public one may lag behind.
 */
async function readMetricsFromBluesky(
  outbound: Outbound,
  publicServer: string,
  readBack: () => Promise<ReadBack>,
  { providerId }: PublishedPost,
  signal: AbortSignal,
): Promise<MetricsReading> {
  const url = new URL(`/xrpc/app.bsky.feed.getPosts?${new URLSearchParams({ uris: providerId })}`, publicServer);
  const response = await createProtocolFetch(outbound, signal)(url).catch(() => null);
  if (!response) return { kind: 'unavailable', ...toStoredMessage(say`${'Bluesky'} did not respond.`), retryAfterSeconds: null };
  if (response.status === 429) {
    const seconds = readRetryAfter(response.headers.get('retry-after'), new Date()) || 300;
    return {
      kind: 'unavailable',
      ...toStoredMessage(say`${'Bluesky'} has received too many requests. Try again later.`),
      retryAfterSeconds: seconds,
    };
  }
  if (!response.ok) {
    const words = toStoredMessage(say`${'Bluesky'} responded with status ${String(response.status)} and no reason`);
    return response.status >= 500 ? { kind: 'unavailable', ...words, retryAfterSeconds: null } : { kind: 'refused', ...words };
  }
  const post = at((await response.json()) as Json, 'posts', 0);
  if (post) return { kind: 'read', figures: figuresAt(post, BLUESKY_FIGURES) };
  if ((await readBack()).kind === 'gone') return { kind: 'gone' };
  return { kind: 'unavailable', ...toStoredMessage(say`${'Bluesky'} does not count this post yet.`), retryAfterSeconds: null };
}

const BLUESKY_FIGURES = {
  likeCount: 'likes',
  replyCount: 'replies',
  repostCount: 'reposts',
  quoteCount: 'quotes',
  bookmarkCount: 'saves',
} as const;

interface Feature {
  uri?: string;
  did?: string;
}

function fieldsOf(record: JsonObject, index: number): ComparedFields {
  const named = (field: string) => (index === 0 ? field : `posts/${index}/${field}`);
  const features = ((record.facets ?? []) as { features?: Feature[] }[]).flatMap((facet) => facet.features ?? []);
  const { images = [], $type, alt } = (record.embed ?? {}) as { images?: { alt?: string }[]; $type?: string; alt?: string };
  const described = $type === 'app.bsky.embed.video' ? [{ alt }] : images;
  return {
    [named('text')]: String(record.text),
    [named('links')]: features.flatMap(({ uri }) => uri ?? []).join('\n'),
    [named('names')]: features.flatMap(({ did }) => did ?? []).join('\n'),
    [named('pictures')]: blobsOf(record)
      .map(({ sha256 }) => sha256)
      .join('\n'),
    [named('alt_texts')]: described.map((each) => each.alt ?? '').join('\n'),
  };
}

/** A comment is a record that replies to the last post of its thread. Its key is allocated in advance, as that of a post. */
function blueskyComments(network: NetworkRules, sessions: BlueskySessions): PlatformComments {
  return {
    build(post) {
      const words = readFirstComment(network, post);
      return words && { records: buildRecords(wordsOfComment(words), { tags: [], link: null }) };
    },
    allocate: allocateKeys,
    send: (...call) => commentOnBluesky(sessions, ...call),
    find: (comment, credentials, intent) => findOnBluesky(sessions, comment, credentials, intent),
    retract: (comment, credentials, intent, _post, signal) => retractFromBluesky(sessions, comment, credentials, intent, signal),
  };
}

async function commentOnBluesky(
  sessions: BlueskySessions,
  comment: JsonObject,
  credentials: Credentials,
  intent: Intent,
  post: CommentedPost,
  hooks: SendHooks,
): Promise<Outcome> {
  const thread = await findThread(sessions, credentials, post, hooks.signal);
  return 'kind' in thread ? thread : publishToBluesky(sessions, comment, credentials, intent, hooks, thread);
}

/** The references to the first and the last post of a thread; nothing was sent if there is an outcome instead. */
async function findThread(
  sessions: BlueskySessions,
  credentials: Credentials,
  { payload, intent }: CommentedPost,
  signal: AbortSignal,
): Promise<[StrongRef, StrongRef] | Outcome> {
  const records = pairRecords(payload, intent);
  try {
    return await sessions.use(readBlueskyCredentials(credentials), signal, async (session) => {
      const root = await readRef(session, records[0].rkey);
      return [root, records.length === 1 ? root : await readRef(session, records.at(-1)?.rkey ?? '')];
    });
  } catch (error) {
    const outcome = outcomeOfError(error, 'sign-in');
    const isGone = error instanceof Error && 'error' in error && error.error === 'RecordNotFound';
    return isGone ? { kind: 'rejected', ...toStoredMessage(say`The post is no longer there.`) } : outcome;
  }
}

async function readRef(session: BlueskySession, rkey: string): Promise<StrongRef> {
  const { data } = await session.agent.com.atproto.repo.getRecord({ repo: session.did, collection: POST_COLLECTION, rkey });
  return { uri: data.uri, cid: data.cid ?? '' };
}

function idFromLink(link: URL, { externalId: did, handle }: AccountNames): string | null {
  const key = inPathOf(link, 'bsky.app', /^\/profile\/(?<owner>[^/]+)\/post\/(?<id>\w+)$/, [did, handle]);
  return key && `at://${did}/${POST_COLLECTION}/${key}`;
}
