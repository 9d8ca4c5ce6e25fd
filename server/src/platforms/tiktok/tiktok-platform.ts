import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildVideo } from './build-video.ts';
import { findOnTiktok } from './find-on-tiktok.ts';
import { publishToTiktok } from './publish-to-tiktok.ts';
import { createTiktokOauth, identifyCreator, tokenRequest } from './tiktok-oauth.ts';

/**
 * Videos through TikTok's Content Posting API, Direct Post (developers.tiktok.com). Askable: the `publish_id` is kept
 * before the first byte. Photos are not sent: TikTok fetches them in the request that makes the post, so a lost
 * response would leave nothing to ask for.
 */
export function createTiktokPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://open.tiktokapis.com',
  site = 'https://www.tiktok.com',
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
    kept: ['accessToken', 'refreshToken', 'openId', 'username'],
    oauth: createTiktokOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyCreator(base, api, account),
    build: buildVideo,
    publish: (call) => publishToTiktok(base, call),
    find: (call) => findOnTiktok(base, call),
    refresh: (call) => renewTokens(call, { label: network.label, prefix: 'TIKTOK', client, ...tokenRequest(base) }),
  });
}

const OF_THE_ACCOUNT = new Set(['access_token_invalid', 'scope_not_authorized', 'invalid_grant']);
/** The app is not audited, or has too many users for that. */
const OF_THE_SERVICE = new Set(['unaudited_client_can_only_post_to_private_accounts', 'reached_active_user_cap', 'invalid_client']);
/** So many posts a day for each creator, over all apps. */
const TOO_MANY = new Set(['spam_risk_too_many_posts', 'spam_risk_too_many_pending_share']);
const NEXT_TRY_SECONDS = 6 * 3_600;

/** `{"data": {}, "error": {"code": "…", "message": "…"}}`, where "ok" is no error; as in RFC 6749 for tokens. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error', 'code') ?? textAt(body, 'error');
  if (code === null || code === 'ok') return null;
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_description') ?? code;
  const about = { code, message: message === code ? code : `${message} (${code})` };
  if (code === 'rate_limit_exceeded' || status === 429) return { ...about, kind: 'rate_limited' };
  if (TOO_MANY.has(code)) return { ...about, kind: 'rate_limited', retryAfterSeconds: NEXT_TRY_SECONDS };
  if (OF_THE_SERVICE.has(code)) return { ...about, kind: 'service_refused' };
  if (OF_THE_ACCOUNT.has(code)) return { ...about, kind: 'unauthorized' };
  return status >= 400 && status < 500 ? { ...about, kind: 'rejected' } : status < 400 ? { ...about, kind: 'rejected' } : about;
}
