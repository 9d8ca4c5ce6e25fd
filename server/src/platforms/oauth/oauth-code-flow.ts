import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api, ReadRefusal } from '../api/create-api.ts';
import type { ConnectedAccount, OauthRequest, PlatformOauth } from '../platform.ts';
import { readOauthError, withOauthApi } from './oauth-call.ts';
import { missingClient, requireClient } from './oauth-client.ts';
import { challengeOf, withQuery } from './pkce.ts';

/** The differences between platforms whose apps the operator registers manually. */
export interface CodeFlow {
  outbound: Outbound;
  label: string;
  /** The prefix of the environment variables of the client. */
  prefix: string;
  client: OauthClient | undefined;
  authorizeUrl: string;
  scope: string;
  /** Whether the platform supports PKCE; others refuse or ignore it. */
  hasPkce?: boolean;
  /** The parameter that names the client, where it is not `client_id`. */
  parameters?: Record<string, string>;
  readRefusal?: ReadRefusal;
  /** Exchanges the code and identifies the accounts. */
  exchange(exchange: Exchange): Promise<ConnectedAccount[]>;
}

export interface Exchange extends OauthRequest {
  api: Api;
  client: OauthClient;
  code: string;
}

/** The authorization code flow (RFC 6749, section 4.1) with a client of the operator's. */
export function createCodeFlow(flow: CodeFlow): PlatformOauth {
  const { label, prefix, client } = flow;
  return {
    fields: [],
    missing: missingClient(label, prefix, client),
    async start(_entered, { redirectUri, state, codeVerifier }) {
      const url = withQuery(flow.authorizeUrl, {
        response_type: 'code',
        client_id: requireClient(label, client).id,
        redirect_uri: redirectUri,
        scope: flow.scope,
        state,
        code_challenge: flow.hasPkce ? challengeOf(codeVerifier) : null,
        code_challenge_method: flow.hasPkce ? 'S256' : null,
        ...flow.parameters,
      });
      return { url, memory: {} };
    },
    finish(code, request) {
      const known = requireClient(label, client);
      const secrets = [code, known.secret, request.codeVerifier];
      return withOauthApi({ label, secrets, outbound: flow.outbound, readRefusal: flow.readRefusal ?? readOauthError }, (api) =>
        flow.exchange({ ...request, api, client: known, code }),
      );
    },
  };
}
