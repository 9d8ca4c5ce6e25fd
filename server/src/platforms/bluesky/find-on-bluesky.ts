import { TID } from '@atproto/common-web';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { absentAmong, type Credentials, type Intent, type JsonObject, type LookupResult, sinceIntent } from '../platform.ts';
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
  try {
    return await sessions.use(readBlueskyCredentials(credentials), AbortSignal.timeout(TIMEOUT_MS), async (session) => {
      const uris = await Promise.all(records.map(({ rkey }) => findRecord(session, rkey)));
      const [first] = uris;
      const count = uris.filter((uri) => uri !== null).length;
      if (count === 0) return intent.isRestored ? absentSince(session, intent) : { kind: 'absent' };
      if (!first || count < records.length) {
        return {
          kind: 'partial',
          ...toStoredMessage(say`${count} of ${records.length} posts of the thread are published on ${'Bluesky'}.`),
        };
      }
      return { kind: 'found', providerId: first, url: postUrl(session, POST_COLLECTION, records[0].rkey) };
    });
  } catch (error) {
    return { kind: 'unsure', message: outcomeOfError(error, 'sign-in').message };
  }
}

const PAGE = 100;
const MOST_PAGES = 10;

/**
 * The same post may have been planned again since the backup, with a key of its own. Records are listed by their keys,
 * the latest first; a key is the time at which the post was planned. Replies are no posts of ours but first comments.
 */
async function absentSince({ agent, did }: BlueskySession, intent: Intent): Promise<LookupResult> {
  const oldest = TID.fromTime(sinceIntent(intent) * 1000, 0).toString();
  const others: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data } = await agent.com.atproto.repo.listRecords({ repo: did, collection: POST_COLLECTION, limit: PAGE, cursor });
    const recent = data.records.filter(({ uri }) => (uri.split('/').at(-1) ?? '') >= oldest);
    others.push(...recent.filter(({ value }) => !value.reply).map(({ uri }) => uri));
    if (!data.cursor || recent.length < data.records.length) return absentAmong(intent, others);
    cursor = data.cursor;
  }
  return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
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
