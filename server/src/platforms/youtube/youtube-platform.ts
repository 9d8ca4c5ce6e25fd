import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildUpload } from './build-upload.ts';
import { findOnYoutube } from './find-on-youtube.ts';
import { publishToYoutube } from './publish-to-youtube.ts';
import { readBackFromYoutube } from './read-back-from-youtube.ts';
import { GOOGLE } from './youtube-hosts.ts';
import { createYoutubeOauth, identifyChannel, tokenRequest } from './youtube-oauth.ts';

/**
 * One channel through the YouTube Data API v3 (developers.google.com/youtube/v3). Askable: the address of an upload is
 * kept before its first byte, and tells how much of it arrived and which video it became.
 */
export function createYoutubePlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts = GOOGLE,
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    renewsByClient: true,
    provenBy: 'reference stand-in',
    takesVideo: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'channelId', 'uploadsId'],
    oauth: createYoutubeOauth(outbound, client, hosts),
    readRefusal,
    identify: ({ account, api }) => identifyChannel(hosts, api, account),
    build: buildUpload,
    publish: (call) => publishToYoutube(hosts, call),
    find: (call) => findOnYoutube(hosts, call),
    readBack: (call) => readBackFromYoutube(hosts, call),
    refresh: (call) => renewTokens(call, { label: network.label, prefix: 'YOUTUBE', client, ...tokenRequest(hosts) }),
  });
}

/** developers.google.com/youtube/v3/docs/errors: the project’s quota is renewed at midnight, Pacific time. */
const LIMITS = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'uploadLimitExceeded']);
const OF_THE_SERVICE = new Set(['accessNotConfigured', 'forbiddenClient']);
const OF_THE_ACCOUNT = new Set(['authError', 'youtubeSignupRequired', 'insufficientPermissions', 'accountSuspended', 'channelClosed']);
const NEXT_LOOK_SECONDS = 3_600;

/** `{"error": {"code": 403, "message": "…", "errors": [{"reason": "quotaExceeded"}]}}`, and as in RFC 6749 for tokens. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_description') ?? textAt(body, 'error');
  if (message === null) return null;
  const code = textAt(body, 'error', 'errors', 0, 'reason') ?? textAt(body, 'error') ?? undefined;
  const about = { message, ...(code && { code }) };
  if (status === 429) return about;
  if (code && LIMITS.has(code)) return { ...about, kind: 'rate_limited', retryAfterSeconds: NEXT_LOOK_SECONDS };
  if (code && OF_THE_SERVICE.has(code)) return { ...about, kind: 'service_refused' };
  if (status === 401 || (code && OF_THE_ACCOUNT.has(code))) return { ...about, kind: 'unauthorized' };
  return status === 403 ? { ...about, kind: 'rejected' } : about;
}
