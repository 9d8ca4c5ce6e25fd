import type { Outbound } from '../../outbound/outbound.ts';
import type { Dialect } from '../api/create-api.ts';
import { requiredText } from '../api/read-json.ts';
import { readOauthError, withOauthApi } from '../oauth/oauth-call.ts';
import { challengeOf, withQuery } from '../oauth/pkce.ts';
import type { Credentials, PlatformOauth } from '../platform.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { identifyOnMastodon, SERVER_FIELD } from './identify-on-mastodon.ts';

const SCOPES = 'read:accounts read:statuses write:statuses write:media';

const serverOf = ({ server }: Credentials): string => readServerOrigin(String(server ?? ''), 'server', 'https://mastodon.social');

/**
 * Every server is its own, so we introduce ourselves to it first (docs.joinmastodon.org,
 * methods/apps, and client/authorized). PKCE is known from 4.3 on; older servers overlook it.
 */
export function createMastodonOauth(label: string, outbound: Outbound, website: string): PlatformOauth {
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
        const account = { server: server ?? '', accessToken: requiredText(label, body, 'access_token') };
        return [await identifyOnMastodon({ account, api })];
      });
    },
  };
}
