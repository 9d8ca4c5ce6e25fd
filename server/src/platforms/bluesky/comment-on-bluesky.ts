import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { NetworkRules } from '../network-rules.ts';
import { readFirstComment, wordsOfComment } from '../platform/first-comment.ts';
import type { CommentedPost, Credentials, Intent, JsonObject, Outcome, PlatformComments, SendHooks } from '../platform.ts';
import { allocateKeys } from './allocate-keys.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import type { BlueskySessions } from './bluesky-sessions.ts';
import { buildRecords, POST_COLLECTION, pairRecords } from './build-records.ts';
import { findOnBluesky } from './find-on-bluesky.ts';
import type { BlueskySession } from './open-session.ts';
import { outcomeOfError } from './outcome-of-error.ts';
import { publishToBluesky, type StrongRef } from './publish-to-bluesky.ts';

/** A comment is a record that replies to the last post of its thread. Its key is allocated in advance, as that of a post. */
export function blueskyComments(network: NetworkRules, sessions: BlueskySessions): PlatformComments {
  return {
    build(post) {
      const words = readFirstComment(network, post);
      return words && { records: buildRecords(wordsOfComment(words), { tags: [], link: null }) };
    },
    allocate: allocateKeys,
    send: (...call) => commentOnBluesky(sessions, ...call),
    find: (comment, credentials, intent) => findOnBluesky(sessions, comment, credentials, intent),
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
    const session = await sessions.open(readBlueskyCredentials(credentials), signal);
    const root = await readRef(session, records[0].rkey);
    return [root, records.length === 1 ? root : await readRef(session, records.at(-1)?.rkey ?? '')];
  } catch (error) {
    const outcome = outcomeOfError(error, false);
    const isGone = error instanceof Error && 'error' in error && error.error === 'RecordNotFound';
    return isGone ? { kind: 'rejected', ...toStoredMessage(say`The post is no longer there.`) } : outcome;
  }
}

async function readRef(session: BlueskySession, rkey: string): Promise<StrongRef> {
  const { data } = await session.agent.com.atproto.repo.getRecord({ repo: session.did, collection: POST_COLLECTION, rkey });
  return { uri: data.uri, cid: data.cid ?? '' };
}
