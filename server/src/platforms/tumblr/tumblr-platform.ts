import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildTumblrPost } from './build-tumblr-post.ts';
import { findOnTumblr, publishToTumblr } from './publish-to-tumblr.ts';
import { createTumblrOauth, identifyBlog, tokenRequest } from './tumblr-oauth.ts';

/** One blog through Tumblr's API v2 (github.com/tumblr/docs). Askable: the blog's posts can be listed. */
export function createTumblrPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.tumblr.com',
  site = 'https://www.tumblr.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    renewsByClient: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'blogId', 'blogName'],
    oauth: createTumblrOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyBlog(base, api, account),
    build: buildTumblrPost,
    publish: (call) => publishToTumblr(base, call),
    find: (call) => findOnTumblr(base, call),
    refresh: (call) => renewTokens(call, { label: network.label, prefix: 'TUMBLR', client, ...tokenRequest(base) }),
  });
}

/** Subcodes with status 403 that are about today, not about the account (api.md, Errors and Error Subcodes). */
const DAILY_LIMITS = ['8004', '8022', '8023'];
/** Daily limits are per calendar day of Tumblr's clock; asked for again within the day. */
const TRY_AGAIN_SECONDS = 3_600;

/** `{"meta": {"status": 400, "msg": "Bad Request"}, "errors": [{"title": "…", "code": 8001}]}`; or the errors of OAuth. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const reason = textAt(body, 'errors', 0, 'detail') ?? textAt(body, 'errors', 0, 'title');
  const message = reason ?? textAt(body, 'error_description') ?? textAt(body, 'error') ?? textAt(body, 'meta', 'msg');
  if (status < 400 || message === null) return null;
  const code = textAt(body, 'errors', 0, 'code') ?? textAt(body, 'error') ?? '';
  if (DAILY_LIMITS.includes(code)) return { kind: 'rate_limited', message, code, retryAfterSeconds: TRY_AGAIN_SECONDS };
  const reset = status === 429 ? resetOf(headers) : 0;
  return {
    message,
    code,
    // The blog was deleted, or is no longer the account's.
    ...(status === 404 && { kind: 'unauthorized' }),
    ...(reset > 0 && { retryAfterSeconds: reset }),
  };
}

/** Seconds until the exhausted limit of the app is lifted. */
function resetOf(headers: ApiAnswer['headers']): number {
  const exhausted = ['perhour', 'perday'].filter((period) => headers.get(`x-ratelimit-${period}-remaining`) === '0');
  return Math.max(0, ...exhausted.map((period) => Number(headers.get(`x-ratelimit-${period}-reset`) ?? 0) || 0));
}
