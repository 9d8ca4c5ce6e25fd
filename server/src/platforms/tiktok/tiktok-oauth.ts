import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { type Renewal, tokensOf } from '../oauth/tokens.ts';
import type { ConnectedAccount, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { readCreator } from './creator.ts';

const SCOPE = 'user.info.basic,video.publish';

/**
 * developers.tiktok.com, Login Kit for Web. It takes no PKCE: that is for its mobile and desktop apps, whose challenge
 * is not that of RFC 7636.
 */
export function createTiktokOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'TikTok',
    prefix: 'TIKTOK',
    client,
    authorizeUrl: `${site}/v2/auth/authorize/`,
    scope: SCOPE,
    ...(client && { parameters: { client_key: client.id } }),
    async exchange({ api, client: known, code, redirectUri }) {
      const form = { ...clientForm(known), grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const { body } = await api.ask({ url: `${base}/v2/oauth/token/`, form });
      const tokens = tokensOf('TikTok', body);
      const account = { ...tokens.account, openId: requiredText('TikTok', body, 'open_id') };
      return [{ ...(await identifyCreator(base, api, account)), ...tokens.end }];
    },
  });
}

export function tokenRequest(base: string): Pick<Renewal, 'url' | 'request'> {
  return { url: `${base}/v2/oauth/token/`, request: (client) => ({ form: clientForm(client) }) };
}

const clientForm = ({ id, secret }: OauthClient) => ({ client_key: id, client_secret: secret });

/** The creator as TikTok wants them shown with a post. */
export async function identifyCreator(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const creator = await readCreator(base, { api, account });
  const username = textAt(creator, 'creator_username') ?? textAt(creator, 'creator_nickname') ?? 'TikTok';
  return { handle: `@${username}`, externalId: account.openId ?? username, credentials: { ...account, username } };
}
