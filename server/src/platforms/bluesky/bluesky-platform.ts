import type { Outbound } from '../../outbound/outbound.ts';
import type { NetworkRules } from '../network-rules.ts';
import { networkWords } from '../network-words.ts';
import type { Platform } from '../platform.ts';
import { readWords } from '../text/read-words.ts';
import { allocateKeys } from './allocate-keys.ts';
import { BLUESKY_FIELDS } from './bluesky-credentials.ts';
import { createBlueskySessions } from './bluesky-sessions.ts';
import { buildRecords } from './build-records.ts';
import { checkBluesky, connectBluesky } from './connect-bluesky.ts';
import { findOnBluesky } from './find-on-bluesky.ts';
import { publishToBluesky } from './publish-to-bluesky.ts';
import { readBackFromBluesky } from './read-back-from-bluesky.ts';
import { createBlueskyAccounts } from './resolve-handle.ts';
import { retractFromBluesky } from './retract-from-bluesky.ts';

/**
 * Bluesky, or any other server of the AT Protocol. The payload is `{records}`: the exact records of the post and of
 * its replies. The intent adds only what depends on the time of sending: `createdAt`, the record keys allocated in
 * advance, and the replies' references derived from them.
 */
export function createBlueskyPlatform(network: NetworkRules, outbound: Outbound): Platform {
  const sessions = createBlueskySessions(outbound);
  return {
    ...networkWords(network),
    // The record key is allocated in advance and written with putRecord: the same again is the same post.
    duplicateClass: 'idempotent',
    isFoundAnew: true,
    provenBy: 'real server',
    fields: BLUESKY_FIELDS,
    oauth: null,
    takesImages: 'uploaded',
    accounts: createBlueskyAccounts(outbound),
    connect: (entered) => connectBluesky(outbound, entered),
    check: (credentials, signal) => checkBluesky(outbound, credentials, signal),
    refresh: null,
    build: (post) => ({ records: buildRecords(readWords(network, post), post) }),
    allocate: allocateKeys,
    quotaCost: ({ records }) => (Array.isArray(records) ? records.length : 1),
    publish: (...call) => publishToBluesky(sessions, ...call),
    find: (...call) => findOnBluesky(sessions, ...call),
    retract: (payload, credentials, intent, _post, signal) => retractFromBluesky(sessions, payload, credentials, intent, signal),
    readBack: (...call) => readBackFromBluesky(outbound, ...call),
  };
}
