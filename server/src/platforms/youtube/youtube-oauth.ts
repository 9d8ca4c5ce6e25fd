import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { bearer, type Renewal, tokensOf } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { YoutubeHosts } from './youtube-hosts.ts';

const SCOPE = 'https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtube.readonly';

/** developers.google.com/identity/protocols/oauth2/web-server; `offline` and `consent` bring a refresh token every time. */
export function createYoutubeOauth(outbound: Outbound, client: OauthClient | undefined, hosts: YoutubeHosts): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'YouTube',
    prefix: 'YOUTUBE',
    client,
    authorizeUrl: `${hosts.site}/o/oauth2/v2/auth`,
    scope: SCOPE,
    hasPkce: true,
    parameters: { access_type: 'offline', prompt: 'consent' },
    async exchange({ api, client: known, code, redirectUri, codeVerifier }) {
      const form = { ...clientForm(known), grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      const { body } = await api.ask({ url: `${hosts.tokens}/token`, form });
      const tokens = tokensOf('YouTube', body);
      const connected = await identifyChannel(hosts, api, tokens.account);
      return [{ ...connected, ...tokens.end }];
    },
  });
}

export function tokenRequest({ tokens }: YoutubeHosts): Pick<Renewal, 'url' | 'request'> {
  return { url: `${tokens}/token`, request: (client) => ({ form: clientForm(client) }) };
}

const clientForm = ({ id, secret }: OauthClient) => ({ client_id: id, client_secret: secret });

/** GET /youtube/v3/channels: the channel that was chosen at the sign-in. */
export async function identifyChannel({ api: base }: YoutubeHosts, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails', mine: 'true' });
  const { body } = await api.ask({ url: `${base}/youtube/v3/channels?${query}`, headers: bearer(account) });
  const channel = at(body, 'items', 0);
  if (!channel) throw new ConnectError(say`This Google account has no YouTube channel. Create one, or choose another account.`);
  const channelId = requiredText('YouTube', channel, 'id');
  const uploadsId = requiredText('YouTube', channel, 'contentDetails', 'relatedPlaylists', 'uploads');
  const handle = textAt(channel, 'snippet', 'customUrl') ?? textAt(channel, 'snippet', 'title') ?? channelId;
  return { handle, externalId: channelId, credentials: { ...account, channelId, uploadsId } };
}
