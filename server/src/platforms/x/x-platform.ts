import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { type Api, type Refusal, repeatedWords } from '../api/create-api.ts';
import { at, figuresAt, requiredText, textAt } from '../api/read-json.ts';
import { createConnector, inPathOf, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { basic, bearer } from '../oauth/tokens.ts';
import type { ConnectedAccount, Figure, JsonObject, Platform } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { postsOf } from '../send-thread.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';
import { findOnX } from './find-on-x.ts';
import { publishToX } from './publish-to-x.ts';

/**
 * X through its API v2 (docs.x.com). Guarded: it refuses a repeated text. Plain fetch, since retries are decided by
 * the worker, never by a library.
 */
export function createXPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.x.com',
  site = 'https://x.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'guarded',
    idFromLink: (link, { handle }) => inPathOf(link, 'x.com', /^\/(?<owner>\w+)\/status\/(?<id>\d+)\/?$/, [handle.replace('@', '')]),
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    quotaCost: (payload) => postsOf(payload).length,
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesAnimations: 'alone',
    takesVideo: 'uploaded',
    takesSubtitles: 'application/x-subrip',
    subtitleLanguages: 'ISO 639-1',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'userId', 'username'],
    ...createXOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyOnX(base, api, account),
    build: buildPosts,
    publish: (call) => publishToX(base, call),
    comments: 'as posts',
    find: (call) => findOnX(base, call),
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromX(base, call) }),
  });
}

/** Images, or the video, are in the first post. */
function buildPosts({ parts }: PostWords, { media }: PostExtras): JsonObject {
  return { posts: parts.map(({ text }) => ({ text })), ...signedImages(media), ...signedVideo(media) };
}

/**
 * The app is not enrolled, or its plan is used up, by observed responses (github.com/xdevplatform/samples issue 160,
 * xdk issue 25).
 */
const OF_THE_SERVICE = /\/problems\/(?:client-forbidden|usage-capped)$/;

/** 402 (`CreditsDepleted`) means missing payment, which is the operator's account. */
function isAboutService(status: number, body: ApiAnswer['body']): boolean {
  return status === 402 || OF_THE_SERVICE.test(textAt(body, 'type') ?? '');
}

/**
 * Refusals with status 403 that are about the post and not about the account (developer.x.com, Response codes: 186, 187, 226
 * and 385): too long, a duplicate, taken for automated, or an answer to a post that is gone.
 */
const OF_THE_POST = /duplicate content|needs to be a bit shorter|text is too long|might be automated|deleted or not visible to you/i;
const REPEATED = /duplicate content/i;
/** Likewise 185: the account has posted as often as it may today. */
const OVER_DAILY_LIMIT = /over daily status update limit/i;
const NEXT_TRY_SECONDS = 3_600;

/** Problem details (RFC 9457), or the errors of OAuth. A limit is lifted at a moment in seconds since 1970. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  // The detail is often general ("One or more parameters to your request was invalid."), and the error says what is wrong.
  const details = new Set([textAt(body, 'detail'), textAt(body, 'errors', 0, 'message')].filter((text) => text !== null));
  const message = [...details].join(' ') || (textAt(body, 'error_description') ?? textAt(body, 'error') ?? textAt(body, 'title'));
  if (message === null) return null;
  // The token is still valid, for instance for text only.
  if (status === 403 && /media\.write/.test(message))
    return { kind: 'rejected', message: `${message} Connect the account again, so it lets this service send pictures too.` };
  if (isAboutService(status, body)) return { kind: 'service_refused', message };
  const reset = resetOf(headers);
  const code = textAt(body, 'error');
  return {
    message,
    ...(code && { code }),
    ...(status === 403 && OF_THE_POST.test(message) && { kind: 'rejected' }),
    ...(status === 403 && REPEATED.test(message) && { hint: repeatedWords('X') }),
    ...(status === 403 && OVER_DAILY_LIMIT.test(message) && { kind: 'rate_limited', retryAfterSeconds: NEXT_TRY_SECONDS }),
    ...(status === 429 && reset > 0 && { retryAfterSeconds: Math.max(1, Math.ceil(reset - Date.now() / 1000)) }),
  };
}

/**
 * docs.x.com, Rate limits: in addition to the window of 15 minutes there are daily limits for the user and the app;
 * the exhausted one counts.
 */
function resetOf(headers: ApiAnswer['headers']): number {
  const days = ['user', 'app'].filter((scope) => headers.get(`x-${scope}-limit-24hour-remaining`) === '0');
  const resets = [headers.get('x-rate-limit-reset'), ...days.map((scope) => headers.get(`x-${scope}-limit-24hour-reset`))];
  return Math.max(...resets.map((reset) => Number(reset ?? 0) || 0));
}

/** `offline.access` brings the refresh token: an access token lasts for two hours. */
const SCOPE = 'tweet.read tweet.write media.write users.read offline.access';

/** docs.x.com, OAuth 2.0 Authorization Code Flow with PKCE, as a confidential client. A refresh token works once. */
function createXOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string) {
  return createRenewableFlow({
    outbound,
    label: 'X',
    prefix: 'X',
    client,
    authorizeUrl: `${site}/i/oauth2/authorize`,
    scope: SCOPE,
    hasPkce: true,
    readRefusal,
    tokenUrl: `${base}/2/oauth2/token`,
    revocation: { url: `${base}/2/oauth2/revoke`, token: 'refreshToken' },
    request: (known) => ({ headers: basic(known) }),
    identify: ({ api, account }) => identifyOnX(base, api, account),
  });
}

/** docs.x.com, GET /2/users/me. */
async function identifyOnX(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: `${base}/2/users/me`, headers: bearer(account) });
  const userId = requiredText('X', body, 'data', 'id');
  const username = requiredText('X', body, 'data', 'username');
  return { handle: `@${username}`, externalId: userId, credentials: { ...account, userId, username } };
}

const PUBLIC_METRICS = {
  impression_count: 'views',
  like_count: 'likes',
  reply_count: 'replies',
  retweet_count: 'reposts',
  quote_count: 'quotes',
  bookmark_count: 'saves',
} as const;

/** docs.x.com, GET /2/tweets/{id}, charged by X; one that does not exist is answered without data. */
async function readMetricsFromX(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const answer = await api.look({ url: `${base}/2/tweets/${post.providerId}?tweet.fields=public_metrics`, headers: bearer(account) });
  const found = at(answer?.body, 'data');
  return found ? figuresAt(at(found, 'public_metrics'), PUBLIC_METRICS) : null;
}
