import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { bearer, tokensOf } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { readRefusal } from './read-refusal.ts';

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
const MOST_PAGES = 20;

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
export function createGoogleBusinessOauth(outbound: Outbound, client: OauthClient | undefined, hosts: GoogleHosts): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: LABEL,
    prefix: 'GOOGLE_BUSINESS',
    client,
    authorizeUrl: `${hosts.site}/o/oauth2/v2/auth`,
    scope: SCOPE,
    hasPkce: true,
    parameters: { access_type: 'offline', prompt: 'consent' },
    fields: [LOCATION_FIELD],
    readRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri, codeVerifier, entered }) {
      const form = {
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        ...{ client_id: id, client_secret: secret },
      };
      const { body } = await api.ask({ url: hosts.tokens, form });
      const tokens = tokensOf(LABEL, body);
      const { id: locationName, accountName } = pickPlace(LABEL, entered.location ?? '', await listLocations(hosts, api, tokens.account));
      const connected = await identifyLocation(hosts, { api, account: { ...tokens.account, accountName, locationName } });
      return [{ ...connected, ...tokens.end }];
    },
  });
}

/** My Business Business Information API, locations.get; also whether Google lets this location have posts. */
export async function identifyLocation(hosts: GoogleHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<ConnectedAccount> {
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
  const locations: Location[] = [];
  for (const owner of await listPages(api, account, `${hosts.accounts}/accounts`, { pageSize: '20' }, 'accounts')) {
    const accountName = requiredText(LABEL, owner, 'name');
    const query = { readMask: 'name,title', pageSize: '100' };
    for (const location of await listPages(api, account, `${hosts.locations}/${accountName}/locations`, query, 'locations'))
      locations.push({ id: requiredText(LABEL, location, 'name'), name: textAt(location, 'title') ?? '', accountName });
  }
  return locations;
}

async function listPages(api: Api, account: AccountValues, url: string, wish: Record<string, string>, name: string): Promise<Json[]> {
  const items: Json[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ ...wish, ...(pageToken && { pageToken }) });
    const { body } = await api.ask({ url: `${url}?${query}`, headers: bearer(account) });
    items.push(...listAt(body, name));
    pageToken = textAt(body, 'nextPageToken');
    if (pageToken === null) break;
  }
  return items;
}
