import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildPin } from './build-pin.ts';
import { findOnPinterest, readBackFromPinterest } from './find-on-pinterest.ts';
import { createPinterestOauth, identifyBoard, tokenRequest } from './pinterest-oauth.ts';
import { publishToPinterest } from './publish-to-pinterest.ts';

/** One board through Pinterest's API v5 (developers.pinterest.com). Askable: the board's pins can be listed. */
export function createPinterestPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.pinterest.com/v5',
  site = 'https://www.pinterest.com',
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
    // The content types of PinMediaSourceImageBase64.
    imageTypes: ['image/jpeg', 'image/png'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'boardId'],
    oauth: createPinterestOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyBoard(base, api, account),
    build: buildPin,
    publish: (call) => publishToPinterest(base, call),
    find: (call) => findOnPinterest(base, call),
    readBack: (call) => readBackFromPinterest(base, call),
    refresh: (call) => renewTokens(call, { label: network.label, prefix: 'PINTEREST', client, ...tokenRequest(base) }),
  });
}

/** "Apps with Trial access may not create Pins in production" (github.com/gitroomhq/postiz-app issue 1084). */
const TRIAL_ACCESS = '29';

/** `{"code": 2, "message": "…"}`; on a limit a header contains the seconds until it is lifted. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const message = textAt(body, 'message') ?? textAt(body, 'error_description');
  if (status < 400 || message === null) return null;
  const code = textAt(body, 'code');
  const reset = Number(headers.get('x-ratelimit-reset'));
  return {
    message,
    ...(code && { code }),
    ...(code === TRIAL_ACCESS && { kind: 'service_refused' }),
    // The board was deleted, or is no longer the person's.
    ...(status === 404 && { kind: 'unauthorized' }),
    ...(status === 429 && reset > 0 && { retryAfterSeconds: Math.ceil(reset) }),
  };
}
