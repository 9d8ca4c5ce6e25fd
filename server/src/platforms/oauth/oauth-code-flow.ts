import { createHash } from 'node:crypto';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api, ReadRefusal } from '../api/create-api.ts';
import type { ConnectedAccount, ConnectField, Json, OauthRequest, PlatformOauth } from '../platform.ts';
import { type AccountValues, readAccount } from '../read-account.ts';
import { missingClient, readOauthError, requireClient, withOauthApi } from './tokens.ts';

/** The differences between platforms whose apps the operator registers manually. */
interface CodeFlow {
  outbound: Outbound;
  label: string;
  /** The prefix of the environment variables of the client. */
  prefix: string;
  client: OauthClient | undefined;
  authorizeUrl: string;
  /** As in the request: separated by spaces or commas. */
  scope: string;
  /** What reading figures needs in addition, where the operator has switched that on. */
  metricsScope?: string;
  /** What a person enters before the redirect, for instance the name of a board. */
  fields?: ConnectField[];
  /** Whether the platform supports PKCE; others refuse or ignore it. */
  hasPkce?: boolean;
  /** The parameter that names the client, where it is not `client_id`. */
  parameters?: Record<string, string>;
  readRefusal?: ReadRefusal;
  /** Exchanges the code and identifies the accounts. */
  exchange(exchange: Exchange): Promise<ConnectedAccount[]>;
}

interface Exchange extends OauthRequest {
  api: Api;
  client: OauthClient;
  code: string;
  /** What the person entered, by the declared fields. */
  entered: AccountValues;
}

/** The authorization code flow (RFC 6749, section 4.1) with a client of the operator's. */
export function createCodeFlow(flow: CodeFlow): PlatformOauth {
  const { label, prefix, client } = flow;
  const scope = scopeOf(flow);
  return {
    fields: flow.fields ?? [],
    missing: missingClient(label, prefix, client),
    scopes: scope.split(/[ ,]+/),
    async start(entered, { redirectUri, state, codeVerifier }) {
      const values = readAccount(label, flow.fields ?? [], [], entered);
      const url = withQuery(flow.authorizeUrl, {
        response_type: 'code',
        client_id: requireClient(label, client).id,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: flow.hasPkce ? challengeOf(codeVerifier) : null,
        code_challenge_method: flow.hasPkce ? 'S256' : null,
        ...flow.parameters,
      });
      return { url, memory: { entered: values } };
    },
    finish(code, request, memory) {
      const known = requireClient(label, client);
      const secrets = [code, known.secret, request.codeVerifier];
      return withOauthApi({ label, secrets, outbound: flow.outbound, readRefusal: flow.readRefusal ?? readOauthError }, (api) =>
        flow.exchange({ ...request, api, client: known, code, entered: enteredOf(memory.entered) }),
      );
    },
  };
}

function scopeOf({ scope, metricsScope, client }: CodeFlow): string {
  if (!metricsScope || !client?.readsMetrics) return scope;
  return [scope, metricsScope].join(scope.includes(',') ? ',' : ' ');
}

/** Requests from before there were fields stored nothing. */
function enteredOf(kept: Json | undefined): AccountValues {
  return (kept ?? {}) as AccountValues;
}

/** RFC 7636: the challenge sent with the person, of a verifier that stays here. */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

/** An address with these parameters added; those without a value are left out. */
export function withQuery(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
