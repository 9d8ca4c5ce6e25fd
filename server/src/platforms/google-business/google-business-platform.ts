import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, listAt, onOneLine, readByCursor, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, type FindCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, signedImages, withoutImages } from '../images.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { bearer, clientForm } from '../oauth/tokens.ts';
import {
  absentAmong,
  type ComparedFields,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  onlyPost,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';

/** google.rpc.ErrorInfo: the project has not enabled the API, or may not use it. */
const OF_THE_SERVICE = new Set(['SERVICE_DISABLED', 'CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED']);

/**
 * `{"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "…", "details": […]}}`; the token endpoint uses
 * OAuth's format. A quota of 0 is a project that Google has not approved (developers.google.com/my-business/content/limits).
 */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const oauthCode = at(body, 'error');
  if (typeof oauthCode === 'string') return { message: textAt(body, 'error_description') ?? oauthCode, code: oauthCode };
  const summary = textAt(body, 'error', 'message');
  if (summary === null) return null;
  const details = listAt(body, 'error', 'details');
  const fields = details.flatMap((detail) => listAt(detail, 'errorDetails').flatMap((one) => textAt(one, 'message') ?? []));
  const message = [summary, ...fields].join(' ');
  const isUnapproved = details.some((detail) => textAt(detail, 'metadata', 'quota_limit_value') === '0');
  const isOfService = details.some((detail) => OF_THE_SERVICE.has(textAt(detail, 'reason') ?? ''));
  return {
    message: isUnapproved ? `${message} The quota of the project is 0: Google has not approved it for Business Profile yet.` : message,
    code: textAt(body, 'error', 'status') ?? '',
    ...((isUnapproved || isOfService) && { kind: 'service_refused' }),
    // The location was deleted, or is no longer the person's.
    ...(status === 404 && { kind: 'unauthorized' }),
  };
}

/** The APIs that Google Business Profile consists of. */
export interface GoogleHosts {
  accounts: string;
  locations: string;
  posts: string;
  tokens: string;
  site: string;
}

const LABEL = 'Google Business Profile';
const SCOPE = 'https://www.googleapis.com/auth/business.manage';
const MOST_ACCOUNT_PAGES = 20;

const LOCATION_FIELD: ConnectField = {
  name: 'location',
  label: 'Location',
  help: 'The name of the business location that is posted to. To use several, connect each of them.',
  placeholder: 'Harbour Café',
  isSecret: false,
};

/** A location, and the account that manages it. */
interface Location extends PostingPlace {
  accountName: string;
}

/** developers.google.com/identity/protocols/oauth2/web-server; `consent` brings a refresh token at every sign-in. */
function createGoogleBusinessOauth(outbound: Outbound, client: OauthClient | undefined, hosts: GoogleHosts) {
  return createRenewableFlow({
    outbound,
    label: LABEL,
    prefix: 'GOOGLE_BUSINESS',
    client,
    authorizeUrl: `${hosts.site}/o/oauth2/v2/auth`,
    scope: SCOPE,
    needs: [SCOPE],
    hasPkce: true,
    parameters: { access_type: 'offline', prompt: 'consent' },
    fields: [LOCATION_FIELD],
    readRefusal,
    tokenUrl: hosts.tokens,
    // Set where the person gives access for a time only.
    refreshTokenLifetime: 'refresh_token_expires_in',
    request: clientForm,
    async identify({ api, account, entered }) {
      const { id: locationName, accountName } = pickPlace(LABEL, entered.location ?? '', await listLocations(hosts, api, account));
      return identifyLocation(hosts, { api, account: { ...account, accountName, locationName } });
    },
  });
}

/** My Business Business Information API, locations.get; also whether Google lets this location have posts. */
async function identifyLocation(hosts: GoogleHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<ConnectedAccount> {
  const query = new URLSearchParams({ readMask: 'name,title,metadata' });
  const { body } = await api.ask({ url: `${hosts.locations}/${account.locationName}?${query}`, headers: bearer(account) });
  const locationName = requiredText(LABEL, body, 'name');
  const title = textAt(body, 'title') ?? locationName;
  if (at(body, 'metadata', 'canOperateLocalPost') === false)
    throw new ConnectError(say`Google allows no posts for "${title}". Check there whether the location is verified.`);
  return { handle: title, externalId: locationName, credentials: { ...account, locationName } };
}

/** The locations of all accounts that the person manages. */
async function listLocations(hosts: GoogleHosts, api: Api, account: AccountValues): Promise<Location[]> {
  const call = { account, api, mostPages: MOST_ACCOUNT_PAGES };
  const locations: Location[] = [];
  const owners = await listPages(`${hosts.accounts}/accounts`, { pageSize: '20' }, 'accounts', call);
  for (const owner of owners.items) {
    const accountName = requiredText(LABEL, owner, 'name');
    const query = { readMask: 'name,title', pageSize: '100' };
    const { items } = await listPages(`${hosts.locations}/${accountName}/locations`, query, 'locations', call);
    for (const location of items)
      locations.push({ id: requiredText(LABEL, location, 'name'), name: textAt(location, 'title') ?? '', accountName });
  }
  return locations;
}

/** Every page of a list, which its responses have under `name`. */
const listPages = (
  url: string,
  wish: Record<string, string>,
  name: string,
  { account, api, mostPages }: Pick<Call, 'account' | 'api'> & { mostPages: number },
) =>
  readByCursor(mostPages, async (pageToken) => {
    const query = new URLSearchParams({ ...wish, ...(pageToken && { pageToken }) });
    const { body } = await api.ask({ url: `${url}?${query}`, headers: bearer(account) });
    return { items: listAt(body, name), next: textAt(body, 'nextPageToken') };
  });

const HOSTS: GoogleHosts = {
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  posts: 'https://mybusiness.googleapis.com/v4',
  tokens: 'https://oauth2.googleapis.com/token',
  site: 'https://accounts.google.com',
};

/**
 * The posts of one business location (developers.google.com/my-business). Askable: a location's posts can be listed.
 * Google fetches pictures from this service: local posts have no upload.
 */
export function createGoogleBusinessPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts: GoogleHosts = HOSTS,
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'fetched',
    imageTypes: ['image/jpeg', 'image/png'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'accountName', 'locationName'],
    ...createGoogleBusinessOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyLocation(hosts, call),
    build: buildLocalPost,
    publish: (call) => publishLocalPost(hosts, call),
    find: (call) => findLocalPost(hosts, call),
    readBack: (call) => readBackLocalPost(hosts, call),
    edit: (call) => editLocalPost(hosts, call),
    retract: (call) => retractLocalPost(hosts, call),
  });
}

/** Opens the telephone: the one button without an address. */
const CALL = 'CALL';

/** LocalPost of the topic STANDARD; its link is the address of a button. */
function buildLocalPost({ parts: [{ text }] }: PostWords, { link, media, settings }: PostExtras): JsonObject {
  const languageCode = detectLanguage(text);
  const actionType = String(settings?.call_to_action ?? 'LEARN_MORE');
  const url: JsonObject = link === null || actionType === CALL ? {} : { url: storableText(link) };
  return {
    ...(languageCode && { languageCode }),
    summary: text,
    topicType: 'STANDARD',
    ...((link !== null || actionType === CALL) && { callToAction: { actionType, ...url } }),
    ...signedImages(media),
  };
}

/** The most of one page. */
const PAGE = 100;
const MOST_PAGES = 10;

/** accounts.locations.localPosts.create. */
async function publishLocalPost(hosts: GoogleHosts, { payload, account, api, onSending, imageAddress }: PublishCall): Promise<Outcome> {
  const media: JsonObject[] = [];
  for (const { sha256 } of imagesOf(payload)) media.push({ mediaFormat: 'PHOTO', sourceUrl: await imageAddress(sha256) });
  await onSending();
  const json = { ...withoutImages(payload), ...(media.length > 0 && { media }) };
  const { body } = await api.send({ url: postsUrl(hosts, account), headers: bearer(account), json });
  const providerId = requiredText(LABEL, body, 'name');
  requireAccepted(body);
  return { kind: 'published', providerId, url: textAt(body, 'searchUrl') };
}

const NOT_SHOWN = say`Google rejected the post: it breaks the policy for posts of business profiles.`;

/** Google does not show it. */
const isRejected = (post: Json): boolean => textAt(post, 'state') === 'REJECTED';

/** Throws where Google's response to a post, or to its new words, is that it does not show it. */
function requireAccepted(post: Json): void {
  if (isRejected(post)) throw faultWith('rejected', NOT_SHOWN);
}

/** accounts.locations.localPosts.list: the posts since the intent. Their order is not documented. */
async function findLocalPost(hosts: GoogleHosts, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const call = { account, api, mostPages: MOST_PAGES };
  const { items, isWhole } = await listPages(postsUrl(hosts, account), { pageSize: String(PAGE) }, 'localPosts', call);
  const recent = items.filter((post) => Date.parse(textAt(post, 'createTime') ?? '') >= sinceIntent(intent));
  const wanted = fieldsOf(payload);
  const same = recent.filter((post) => JSON.stringify(fieldsOf(post)) === JSON.stringify(wanted));
  const found = onlyPost('The location', wanted.text ?? '', same, (post) => ({
    providerId: requiredText(LABEL, post, 'name'),
    url: textAt(post, 'searchUrl'),
  }));
  if (found?.kind === 'found' && same.some(isRejected))
    return { kind: 'refused', outcome: { kind: 'rejected', ...toStoredMessage(NOT_SHOWN) } };
  if (found) return found;
  if (!isWhole) return { kind: 'unsure', message: 'The location has too many posts to tell.' };
  return absentAmong(
    intent,
    recent.map((post) => requiredText(LABEL, post, 'name')),
  );
}

/** accounts.locations.localPosts.get; Google may reject a post later, which then is not public. */
async function readBackLocalPost(hosts: GoogleHosts, call: ReadBackCall): Promise<ReadBack> {
  const answer = await lookAtLocalPost(hosts, call, 'GET');
  if (!answer || isRejected(answer.body)) return { kind: 'gone', seenBy: 'account' };
  return { kind: 'found', seenBy: 'account', signed: fieldsOf(call.payload), published: fieldsOf(answer.body) };
}

/** accounts.locations.localPosts.delete; its response is `{}`. */
async function retractLocalPost(hosts: GoogleHosts, call: ReadBackCall): Promise<void> {
  await lookAtLocalPost(hosts, call, 'DELETE');
}

/** Null for a post that is gone. A location that the person lost is a 404 too: only where it can be read is the post gone. */
async function lookAtLocalPost(hosts: GoogleHosts, { account, api, post }: ReadBackCall, method: 'GET' | 'DELETE') {
  const url = `${hosts.posts}/${post.providerId}`;
  const headers = bearer(account);
  const answer = await api.look({ method, url, headers });
  if (!answer && !(await api.look({ url: `${url.slice(0, url.lastIndexOf('/'))}?pageSize=1`, headers })))
    throw new ConnectError(say`Google no longer shows this account the location of the post.`);
  return answer;
}

/** accounts.locations.localPosts.patch of the words. */
async function editLocalPost(hosts: GoogleHosts, { payload, account, api, post, onSending }: EditCall): Promise<void> {
  const { summary = '', languageCode } = payload;
  const json = { summary, ...(languageCode && { languageCode }) };
  const query = new URLSearchParams({ updateMask: Object.keys(json).join(',') });
  await onSending();
  const { body } = await api.send({ method: 'PATCH', url: `${hosts.posts}/${post.providerId}?${query}`, headers: bearer(account), json });
  requireAccepted(body);
}

function fieldsOf(post: Json): ComparedFields {
  const link = textAt(post, 'callToAction', 'url');
  return { text: onOneLine(at(post, 'summary')), links: (link && URL.parse(link)?.href) ?? '' };
}

const postsUrl = (hosts: GoogleHosts, { accountName, locationName }: AccountValues): string =>
  `${hosts.posts}/${accountName}/${locationName}/localPosts`;
