import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { endOf } from '../oauth/oauth-call.ts';
import { missingClient } from '../oauth/oauth-client.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { ConnectError, type ConnectedAccount, type Json, type PlatformOauth } from '../platform.ts';
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
      const tokens = tokensOf(body);
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
export async function refreshOnX(base: string, client: OauthClient | undefined, api: Api, account: AccountValues) {
  const missing = missingClient('X', 'X', client);
  if (!client || !account.refreshToken)
    throw new ConnectError(missing ?? say`X gave no refresh token. Connect the account again.`, 'bad_user_input', missing !== null);
  const form = { grant_type: 'refresh_token', refresh_token: account.refreshToken };
  const { body } = await api.ask({ url: `${base}/2/oauth2/token`, headers: basic(client), form });
  const tokens = tokensOf(body);
  return { credentials: { ...account, ...tokens.account }, ...tokens.end };
}

function tokensOf(body: Json): { account: AccountValues; end: { expiresAt?: string } } {
  const refreshToken = textAt(body, 'refresh_token');
  const account = { accessToken: requiredText('X', body, 'access_token'), ...(refreshToken && { refreshToken }) };
  return { account, end: endOf(textAt(body, 'expires_in')) };
}

export const bearer = ({ accessToken }: AccountValues) => ({ authorization: `Bearer ${accessToken}` });

const basic = ({ id, secret }: OauthClient) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
