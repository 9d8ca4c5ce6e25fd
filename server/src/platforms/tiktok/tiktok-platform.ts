import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createConnector, type FindCall, type ReadBackCall } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import type { ConnectedAccount, JsonObject, LookupResult, Platform } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { coverMoment, signedVideo, videoOf } from '../videos.ts';
import { postUrl, publishToTiktok, readCreator, readMetricsFromTiktok, readStatus } from './publish-to-tiktok.ts';

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
    provenBy: 'reference stand-in',
    takesVideo: 'uploaded',
    takesCover: ['moment'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'openId', 'username'],
    ...createTiktokOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyCreator(base, api, account),
    build: buildVideo,
    publish: (call) => publishToTiktok(base, call),
    find: (call) => findOnTiktok(base, call),
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromTiktok(base, call) }),
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

/** Asks for the kept `publish_id`. */
async function findOnTiktok(base: string, call: FindCall): Promise<LookupResult> {
  const { publishId } = call.intent.keys;
  // Without an id no byte was ever sent.
  if (typeof publishId !== 'string') return { kind: 'absent' };
  const status = await readStatus(base, call, publishId);
  if (status.kind === 'published')
    return { kind: 'found', providerId: status.postId ?? publishId, url: postUrl(call.account.username, status.postId) };
  const isCutOff = status.kind === 'uploading' && status.received < (videoOf(call.payload)?.byte_size ?? 0);
  return status.kind === 'failed' || isCutOff ? { kind: 'absent' } : { kind: 'unsure', message: 'TikTok still works on it.' };
}

/** developers.tiktok.com, Direct Post: `post_info`. */
function buildVideo({ parts: [{ text }] }: PostWords, { media, settings = {} }: PostExtras): JsonObject {
  const isOn = (name: string): boolean => settings[name] === true;
  const { video } = signedVideo(media);
  const moment = video ? coverMoment(video) : null;
  return {
    post_info: {
      title: text,
      privacy_level: settings.privacy_level ?? 'SELF_ONLY',
      disable_comment: !isOn('allow_comments'),
      disable_duet: !isOn('allow_duet'),
      disable_stitch: !isOn('allow_stitch'),
      brand_organic_toggle: isOn('own_brand'),
      brand_content_toggle: isOn('paid_partnership'),
      is_aigc: isOn('ai_generated'),
      ...(moment !== null && { video_cover_timestamp_ms: moment }),
    },
    ...(video && { video }),
  };
}

const SCOPE = 'user.info.basic,video.publish';

/**
 * developers.tiktok.com, Login Kit for Web. It takes no PKCE: that is for its mobile and desktop apps, whose challenge
 * is not that of RFC 7636.
 */
function createTiktokOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string) {
  return createRenewableFlow({
    outbound,
    label: 'TikTok',
    prefix: 'TIKTOK',
    client,
    authorizeUrl: `${site}/v2/auth/authorize/`,
    scope: SCOPE,
    metricsScope: 'video.list',
    ...(client && { parameters: { client_key: client.id } }),
    tokenUrl: `${base}/v2/oauth/token/`,
    request: ({ id, secret }) => ({ form: { client_key: id, client_secret: secret } }),
    identify: ({ api, account, body }) => identifyCreator(base, api, { ...account, openId: requiredText('TikTok', body, 'open_id') }),
  });
}

/** The creator as TikTok wants them shown with a post. */
async function identifyCreator(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const creator = await readCreator(base, { api, account });
  const username = textAt(creator, 'creator_username') ?? textAt(creator, 'creator_nickname') ?? 'TikTok';
  return { handle: `@${username}`, externalId: account.openId ?? username, credentials: { ...account, username } };
}
