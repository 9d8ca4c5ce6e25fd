import type { Credentials, Intent, JsonObject, RetractOutcome } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import type { BlueskySessions } from './bluesky-sessions.ts';
import { POST_COLLECTION } from './build-records.ts';
import { outcomeOfError } from './outcome-of-error.ts';
import { pairRecords } from './pair-records.ts';

/** Deletes every record of the intent, the last first, so that no reply outlives its parent. A missing one is no error. */
export async function retractFromBluesky(
  sessions: BlueskySessions,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  signal: AbortSignal,
): Promise<RetractOutcome> {
  const known = readBlueskyCredentials(credentials);
  try {
    const { agent, did } = await sessions.open(known, signal);
    for (const { rkey } of pairRecords(payload, intent).toReversed()) {
      await agent.com.atproto.repo.deleteRecord({ repo: did, collection: POST_COLLECTION, rkey });
    }
    return { kind: 'removed' };
  } catch (error) {
    const outcome = outcomeOfError(error, false);
    const { message } = outcome;
    if (outcome.kind === 'unauthorized') sessions.forget(known);
    if (outcome.kind === 'unauthorized' || outcome.kind === 'rejected') return { kind: 'refused', message, sentence: null };
    return { kind: 'unavailable', message, sentence: null, retryAfterSeconds: null };
  }
}
