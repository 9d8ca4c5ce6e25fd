import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { type Api, createApi, type Dialect, type Refusal } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type FindCall, inPathOf } from '../connector.ts';
import { signedImages } from '../images.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { type NetworkRules, serverLimit } from '../network-rules.ts';
import { challengeOf, withQuery } from '../oauth/oauth-code-flow.ts';
import { bearer, readOauthError, withOauthApi } from '../oauth/tokens.ts';
import { unlessWordless } from '../platform/outcome.ts';
import {
  type AccountNames,
  absentAmong,
  type ConnectedAccount,
  type ConnectField,
  type Credentials,
  type FoundAccount,
  type Json,
  type JsonObject,
  type LookupResult,
  type Platform,
  type PlatformOauth,
  type ServerLimit,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { findThread, postsOf, type Standing } from '../send-thread.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { signedVideo } from '../videos.ts';
import { publishToMastodon } from './publish-to-mastodon.ts';
import { editOnMastodon, readBackFromMastodon, readMetricsFromMastodon, retractFromMastodon } from './read-back-from-mastodon.ts';

const SERVER_FIELD: ConnectField = {
  name: 'server',
  label: 'Server',
  help: 'The address of the account’s server.',
  placeholder: 'mastodon.social',
  isSecret: false,
};

/** docs.joinmastodon.org, methods/accounts, verify_credentials. */
async function identifyOnMastodon({ account, api }: Pick<Call, 'account' | 'api'>): Promise<ConnectedAccount> {
  const server = readServerOrigin(account.server ?? '', 'server', 'https://mastodon.social');
  const { body } = await api.ask({ url: `${server}/api/v1/accounts/verify_credentials`, headers: bearer(account) });
  const accountId = requiredText('Mastodon', body, 'id');
  const { host } = new URL(server);
  const limits = await readInstanceLimits({ api }, server);
  return {
    handle: `@${requiredText('Mastodon', body, 'username')}@${host}`,
    externalId: `${host}/${accountId}`,
    server,
    credentials: { server, accessToken: account.accessToken ?? '', ...appOf(account), accountId },
    ...(limits && { limits }),
  };
}

/** The app that this service registered for a sign-in; none for a token that a person made. */
const appOf = ({ clientId, clientSecret }: AccountValues): AccountValues => (clientId && clientSecret ? { clientId, clientSecret } : {});

/** docs.joinmastodon.org, methods/oauth, revoke: by the app that the token was issued to. A person's own token is theirs to end. */
async function revokeOnMastodon({ account, api }: Call): Promise<void> {
  const { clientId, clientSecret } = appOf(account);
  if (!clientId || !clientSecret) return;
  const form = { client_id: clientId, client_secret: clientSecret, token: account.accessToken ?? '' };
  await api.ask({ url: `${account.server}/oauth/revoke`, form, mayBeEmpty: true });
}

const FIELDS: ConnectField[] = [
  SERVER_FIELD,
  {
    name: 'accessToken',
    label: 'Access token',
    help: 'Create it there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.',
    isSecret: true,
  },
];

const OUTSIDE_SCOPES = /outside the authorized scopes/i;

/** Keys are remembered for an hour (docs.joinmastodon.org, methods/statuses); a little less, for clocks that differ. */
const KEY_SECONDS = 3_300;

/** Mastodon, and other servers of its API: REST through plain fetch, since keys and retries must be ours. */
export function createMastodonPlatform(network: NetworkRules, outbound: Outbound, website: string): Platform {
  const connector = createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'idempotent',
    idFromLink,
    repeatableForSeconds: KEY_SECONDS,
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    quotaCost: (payload) => postsOf(payload).length,
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    fields: FIELDS,
    kept: ['accountId', 'clientId', 'clientSecret'],
    revoke: revokeOnMastodon,
    oauth: createMastodonOauth(network.label, outbound, website),
    readRefusal,
    identify: identifyOnMastodon,
    build: buildStatuses,
    publish: publishToMastodon,
    comments: 'as posts',
    find: findOnMastodon,
    readBack: readBackFromMastodon,
    readMetrics: readMetricsFromMastodon,
    edit: editOnMastodon,
    retract: retractFromMastodon,
  });
  return { ...connector, searchAccounts: (query, server, signal) => searchOnMastodon(outbound, query, server, signal) };
}

/** The most accounts that are listed while a name is typed. */
const MOST_FOUND = 6;

/**
 * Accounts that the server of the workspace's account knows (docs.joinmastodon.org, methods/search, v2), asked without a
 * token: then Mastodon finds a part of a name from five characters on, and a whole one always. A name is written with its
 * server, so it means the same account from anywhere.
 */
async function searchOnMastodon(outbound: Outbound, query: string, server: string | null, signal: AbortSignal): Promise<FoundAccount[]> {
  if (server === null) return [];
  const api = createApi({ label: 'Mastodon', outbound, readRefusal, secrets: [], isOwnWords: true }, signal);
  const asked = new URLSearchParams({ q: query, type: 'accounts', limit: String(MOST_FOUND) });
  const { body } = await api.ask({ url: `${server}/api/v2/search?${asked}` });
  return listAt(body, 'accounts').flatMap((account) => {
    const acct = textAt(account, 'acct');
    if (acct === null) return [];
    const name = acct.includes('@') ? acct : `${acct}@${new URL(server).host}`;
    return [{ name, displayName: textAt(account, 'display_name') ?? name, pictureUrl: textAt(account, 'avatar_static') }];
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
    return { kind: 'rejected', message: `${message}. Connect the account again, so it lets this service send pictures too.` };
  return { message, ...(status === 429 && liftedInMs > 0 && { retryAfterSeconds: Math.ceil(liftedInMs / 1000) }) };
}

/** The maximum page size. */
const PAGE = 40;

/**
 * Searches the account's latest statuses for the texts of the intent. A status is HTML; its original text comes from
 * its source (docs.joinmastodon.org, methods/statuses, source).
 */
async function findOnMastodon({ payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const headers = bearer(account);
  const query = new URLSearchParams({ limit: String(PAGE), exclude_reblogs: 'true' });
  const url = `${account.server}/api/v1/accounts/${account.accountId}/statuses?${query}`;
  const page = listAt((await api.ask({ url, headers })).body);
  const since = sinceIntent(intent);
  const recent = page.filter((status) => Date.parse(textAt(status, 'created_at') ?? '') >= since);
  const standing = await Promise.all(recent.map((status) => readSource(api, `${account.server}`, headers, status)));

  const finding = findThread(
    'Mastodon',
    postsOf(payload).map(({ status }) => standing.find(({ text }) => text === String(status).trim())),
  );
  // A full page of newer ones may hide it.
  if (finding.kind !== 'absent') return unlessWordless(finding, String(postsOf(payload)[0]?.status));
  if (recent.length >= PAGE) return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
  const others = recent.filter((status) => textAt(status, 'in_reply_to_id') === null);
  return absentAmong(
    intent,
    others.map((status) => requiredText('Mastodon', status, 'id')),
  );
}

async function readSource(api: Api, server: string, headers: Record<string, string>, status: Json): Promise<Standing & { text: string }> {
  const id = textAt(status, 'id') ?? '';
  const { body } = await api.ask({ url: `${server}/api/v1/statuses/${id}/source`, headers });
  return { id, url: textAt(status, 'url'), text: (textAt(body, 'text') ?? '').trim() };
}

const SCOPES = 'read:accounts read:statuses write:statuses write:media';

const serverOf = ({ server }: Credentials): string => readServerOrigin(String(server ?? ''), 'server', 'https://mastodon.social');

/**
 * Every server is its own, so we introduce ourselves to it first (docs.joinmastodon.org,
 * methods/apps, and client/authorized). PKCE is known from 4.3 on; older servers overlook it.
 */
function createMastodonOauth(label: string, outbound: Outbound, website: string): PlatformOauth {
  const dialect = (secrets: string[]): Dialect => ({ label, outbound, secrets, readRefusal: readOauthError, isOwnWords: true });
  return {
    fields: [SERVER_FIELD],
    missing: null,
    serverOf: (entered) => new URL(serverOf(entered)).host,
    async start(entered, { redirectUri, state, codeVerifier }) {
      const server = serverOf(entered);
      const json = { client_name: 'Countersign', redirect_uris: redirectUri, scopes: SCOPES, website };
      const { clientId, clientSecret } = await withOauthApi(dialect([]), async (api) => {
        const { body } = await api.ask({ url: `${server}/api/v1/apps`, json });
        return { clientId: requiredText(label, body, 'client_id'), clientSecret: requiredText(label, body, 'client_secret') };
      });
      const url = withQuery(`${server}/oauth/authorize`, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        code_challenge: challengeOf(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, memory: { server, clientId, clientSecret } };
    },
    async finish(code, { redirectUri, codeVerifier }, memory) {
      const { server, clientId, clientSecret } = memory as Record<string, string>;
      const client = { client_id: clientId ?? '', client_secret: clientSecret ?? '' };
      return withOauthApi(dialect([code, client.client_secret]), async (api) => {
        const form = {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
          scope: SCOPES,
          ...client,
        };
        const { body } = await api.ask({ url: `${server}/oauth/token`, form });
        const account = {
          server: server ?? '',
          clientId: clientId ?? '',
          clientSecret: clientSecret ?? '',
          accessToken: requiredText(label, body, 'access_token'),
        };
        return [await identifyOnMastodon({ account, api })];
      });
    },
  };
}

const MEGABYTE = 1_000_000;

/**
 * docs.joinmastodon.org, methods/instance (v2), which is public. Servers similar to Mastodon may lack it: then there
 * are no limits of the server, and the general ones apply.
 */
async function readInstanceLimits({ api }: Pick<Call, 'api'>, server: string): Promise<ServerLimit[] | undefined> {
  try {
    const { body } = await api.ask({ url: `${server}/api/v2/instance` });
    return limitsOf(body, `${new URL(server).host} says so itself (GET /api/v2/instance)`);
  } catch (error) {
    if (error instanceof ApiFault) return undefined;
    throw error;
  }
}

function limitsOf(body: Json, source: string): ServerLimit[] {
  const [statuses, media] = [at(body, 'configuration', 'statuses'), at(body, 'configuration', 'media_attachments')];
  const urlWeight = Number(textAt(statuses, 'characters_reserved_per_url') ?? Number.NaN);
  const imageBytes = Number(textAt(media, 'image_size_limit') ?? Number.NaN);
  const videoBytes = Number(textAt(media, 'video_size_limit') ?? Number.NaN);
  return [
    ...serverLimit(textAt(statuses, 'max_characters'), { field: 'text', unit: 'graphemes', source, ...(urlWeight > 0 && { urlWeight }) }),
    ...serverLimit(textAt(statuses, 'max_media_attachments'), { field: 'media', unit: 'items', source }),
    ...serverLimit(imageBytes / MEGABYTE, { field: 'image_size', unit: 'megabytes', source }),
    ...serverLimit(textAt(media, 'image_matrix_limit'), { field: 'image_pixels', unit: 'pixels', source }),
    ...serverLimit(videoBytes / MEGABYTE, { field: 'video_size', unit: 'megabytes', source }),
    ...serverLimit(textAt(media, 'video_frame_rate_limit'), { field: 'video_rate', unit: 'per_second', source }),
    ...serverLimit(textAt(media, 'video_matrix_limit'), { field: 'video_pixels', unit: 'pixels', source }),
    ...serverLimit(textAt(media, 'description_limit'), { field: 'alt_text', unit: 'code_points', source }),
  ];
}

/** Only the account's own server has the post under the id that the address has. */
function idFromLink(link: URL, { externalId, handle }: AccountNames): string | null {
  const [host] = externalId.split('/');
  const [, username = ''] = handle.split('@');
  return link.host === host ? inPathOf(link, link.hostname, /^\/@(?<owner>[^/@]+)\/(?<id>\d+)$/, [username]) : null;
}
