import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { basic, bearer, renewTokens, tokensOf } from '../oauth/tokens.ts';
import type { ConnectedAccount, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** `offline.access` brings the refresh token: an access token lasts for two hours. */
const SCOPE = 'tweet.read tweet.write media.write users.read offline.access';

/** docs.x.com, OAuth 2.0 Authorization Code Flow with PKCE, as a confidential client. */
export function createXOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'X',
    prefix: 'X',
    client,
    authorizeUrl: `${site}/i/oauth2/authorize`,
    scope: SCOPE,
    hasPkce: true,
    async exchange({ api, client: known, code, redirectUri, codeVerifier }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      const { body } = await api.ask({ url: `${base}/2/oauth2/token`, headers: basic(known), form });
      const tokens = tokensOf('X', body);
      const connected = await identifyOnX(base, api, tokens.account);
      return [{ ...connected, ...tokens.end }];
    },
  });
}

/** docs.x.com, GET /2/users/me. */
export async function identifyOnX(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: `${base}/2/users/me`, headers: bearer(account) });
  const userId = requiredText('X', body, 'data', 'id');
  const username = requiredText('X', body, 'data', 'username');
  return { handle: `@${username}`, externalId: userId, credentials: { ...account, userId, username } };
}

/** A refresh token works once, and the response contains the next. */
export function refreshOnX(base: string, client: OauthClient | undefined, call: Pick<Call, 'api' | 'account'>) {
  const url = `${base}/2/oauth2/token`;
  return renewTokens(call, { label: 'X', prefix: 'X', client, url, request: (known) => ({ headers: basic(known) }) });
}
