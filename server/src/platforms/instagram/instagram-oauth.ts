import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { readGraphRefusal } from '../meta/read-graph-refusal.ts';
import { endOf } from '../oauth/oauth-call.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import type { ConnectedAccount, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** Instagram's addresses; sign-in has two of its own. */
export interface InstagramPlaces {
  graph: string;
  api: string;
  site: string;
}

/** developers.facebook.com, Business Login for Instagram: the code becomes a token for an hour, and that one for 60 days. */
export function createInstagramOauth(
  outbound: Outbound,
  client: OauthClient | undefined,
  { site, api: tokens, graph }: InstagramPlaces,
  identify: (api: Api, account: AccountValues) => Promise<ConnectedAccount>,
): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Instagram',
    prefix: 'INSTAGRAM',
    client,
    authorizeUrl: `${site}/oauth/authorize`,
    scope: 'instagram_business_basic,instagram_business_content_publish',
    readRefusal: readGraphRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: id, client_secret: secret };
      const { body: short } = await api.ask({ url: `${tokens}/oauth/access_token`, form });
      // The documentation shows the response both bare and in a list.
      const token = textAt(short, 'access_token') ?? requiredText('Instagram', short, 'data', 0, 'access_token');
      const query = new URLSearchParams({ grant_type: 'ig_exchange_token', client_secret: secret, access_token: token });
      const { body } = await api.ask({ url: `${graph}/access_token?${query}` });
      const connected = await identify(api, { accessToken: requiredText('Instagram', body, 'access_token') });
      return [{ ...connected, ...endOf(textAt(body, 'expires_in')) }];
    },
  });
}

/** Long-lived tokens are renewed before they end; afterwards only the person can. */
export async function refreshOnInstagram({ graph }: InstagramPlaces, api: Api, account: AccountValues) {
  const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${graph}/refresh_access_token?${query}` });
  const accessToken = requiredText('Instagram', body, 'access_token');
  return { credentials: { ...account, accessToken }, ...endOf(textAt(body, 'expires_in')) };
}
