import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Credentials, Intent, JsonObject, LookupResult } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import type { BlueskySessions } from './bluesky-sessions.ts';
import { POST_COLLECTION, pairRecords } from './build-records.ts';
import { type BlueskySession, postUrl } from './open-session.ts';
import { outcomeOfError, readRefusal } from './outcome-of-error.ts';

const TIMEOUT_MS = 30_000;

/** Asks the account's server for every record of the intent. */
export async function findOnBluesky(
  sessions: BlueskySessions,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
): Promise<LookupResult> {
  const records = pairRecords(payload, intent);
  const known = readBlueskyCredentials(credentials);
  try {
    const session = await sessions.open(known, AbortSignal.timeout(TIMEOUT_MS));
    const uris = await Promise.all(records.map(({ rkey }) => findRecord(session, rkey)));
    const [first] = uris;
    const count = uris.filter((uri) => uri !== null).length;
    if (count === 0) return { kind: 'absent' };
    if (!first || count < records.length) {
      return { kind: 'partial', ...toStoredMessage(say`${count} of ${records.length} posts of the thread are published on ${'Bluesky'}.`) };
    }
    return { kind: 'found', providerId: first, url: postUrl(session, POST_COLLECTION, records[0].rkey) };
  } catch (error) {
    const { kind, message } = outcomeOfError(error, false);
    // Retried later, with a new session.
    if (kind === 'unauthorized') sessions.forget(known);
    return { kind: 'unsure', message };
  }
}

async function findRecord(session: BlueskySession, rkey: string): Promise<string | null> {
  try {
    const { data } = await session.agent.com.atproto.repo.getRecord({ repo: session.did, collection: POST_COLLECTION, rkey });
    return data.uri;
  } catch (error) {
    if (readRefusal(error)?.error === 'RecordNotFound') return null;
    throw error;
  }
}
