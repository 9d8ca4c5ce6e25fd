import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, JsonObject, Platform } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo } from '../videos/signed-video.ts';
import { findOnMastodon } from './find-on-mastodon.ts';
import { identifyOnMastodon, SERVER_FIELD } from './identify-on-mastodon.ts';
import { createMastodonOauth } from './mastodon-oauth.ts';
import { publishToMastodon } from './publish-to-mastodon.ts';
import { readBackFromMastodon, retractFromMastodon } from './read-back-from-mastodon.ts';

const FIELDS: ConnectField[] = [
  SERVER_FIELD,
  {
    name: 'accessToken',
    label: 'Access token',
    help: 'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.',
    isSecret: true,
  },
];

const OUTSIDE_SCOPES = /outside the authorized scopes/i;

/** Keys are remembered for an hour (docs.joinmastodon.org, methods/statuses); a little less, for clocks that differ. */
const KEY_SECONDS = 3_300;

/** Mastodon, and other servers of its API: REST through plain fetch, since keys and retries must be ours. */
export function createMastodonPlatform(network: NetworkRules, outbound: Outbound, website: string): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'idempotent',
    repeatableForSeconds: KEY_SECONDS,
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['accountId'],
    oauth: createMastodonOauth(network.label, outbound, website),
    readRefusal,
    identify: identifyOnMastodon,
    build: buildStatuses,
    publish: publishToMastodon,
    find: findOnMastodon,
    readBack: readBackFromMastodon,
    retract: retractFromMastodon,
  });
}

/** One status per post of the thread; replies are linked when they are sent. Images are in the first. */
function buildStatuses({ parts }: PostWords, { media }: PostExtras): JsonObject {
  const posts = parts.map(({ text }) => {
    const language = detectLanguage(text);
    return { status: text, ...(language && { language }) };
  });
  return { posts, ...signedImages(media), ...signedVideo(media) };
}

/** `{"error": "…"}`; a header contains when a limit resets. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const message = textAt(body, 'error_description') ?? textAt(body, 'error');
  if (message === null) return null;
  const liftedInMs = Date.parse(headers.get('x-ratelimit-reset') ?? '') - Date.now();
  // The token is still valid, for instance for text only.
  if (status === 403 && OUTSIDE_SCOPES.test(message))
    return { kind: 'rejected', message: `${message}. Connect the account again, so that it lets this service send pictures too.` };
  return { message, ...(status === 429 && liftedInMs > 0 && { retryAfterSeconds: Math.ceil(liftedInMs / 1000) }) };
}
