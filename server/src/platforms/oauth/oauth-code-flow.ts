import { createHash } from 'node:crypto';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiCall } from '../api/call-api.ts';
import { type Api, createApi, type ReadRefusal } from '../api/create-api.ts';
import type { Call, Connector } from '../connector.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type OauthRequest, type PlatformOauth } from '../platform.ts';
import { type AccountValues, readAccount, refuseUnknownNames } from '../read-account.ts';
import { missingClient, ofTokenEndpoint, requireClient, requireScopes, scopesAt, tokensOf, withOauthApi } from './tokens.ts';

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
  /** The one of them that first comments need, where a person may leave it out. */
  commentsScope?: string;
  /** What reading figures needs in addition, where the operator has switched that on. */
  metricsScope?: string;
  /** What a person enters before the redirect, for instance the name of a board. */
  fields?: ConnectField[];
  /** Whether the platform supports PKCE; others refuse or ignore it. */
  hasPkce?: boolean;
  /** The parameter that names the client, where it is not `client_id`. */
  parameters?: Record<string, string>;
  readRefusal: ReadRefusal;
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
    sideScopes: {
      ...(flow.commentsScope && { first_comments: flow.commentsScope }),
      ...(flow.metricsScope && client?.readsMetrics && { metrics: flow.metricsScope }),
    },
    async start(entered, { redirectUri, state, codeVerifier }) {
      refuseUnknownNames(label, flow.fields ?? [], [], entered);
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
      return withOauthApi({ label, secrets, outbound: flow.outbound, readRefusal: flow.readRefusal }, (api) =>
        flow.exchange({ ...request, api, client: known, code, entered: enteredOf(memory.entered) }),
      );
    },
  };
}

/** The differences between platforms that renew a token at the endpoint that issued it. */
interface RenewableFlow extends Omit<CodeFlow, 'exchange'> {
  tokenUrl: string;
  /** How a request for tokens names the client. `account` is empty in the first one. */
  request(client: OauthClient, account: AccountValues): Pick<ApiCall, 'headers' | 'form'>;
  /** Where a token is revoked (RFC 7009), and which one. */
  revocation?: { url: string; token: 'accessToken' | 'refreshToken' };
  /** The field of a response with the seconds until a refresh token ends for good, where renewals do not extend it. */
  refreshTokenLifetime?: string;
  /** The scopes that publishing needs and a person may leave out. */
  needs?: readonly string[];
  /** What the exchange of the code has in addition. */
  exchangeForm?(exchange: Exchange): Record<string, string>;
  /** `body`: the response that has the tokens. */
  identify(exchange: Exchange & { account: AccountValues; body: Json }): Promise<ConnectedAccount | ConnectedAccount[]>;
}

/** The same where the access token is renewed (RFC 6749, section 6); a new refresh token replaces the old one. */
export function createRenewableFlow(
  flow: RenewableFlow,
): Required<Pick<Connector, 'oauth' | 'refresh' | 'renewsByClient'>> & Pick<Connector, 'revoke'> {
  const { label, prefix, client, request, revocation } = flow;
  return {
    renewsByClient: true,
    ...(client && revocation && { revoke: (call) => revokeToken(flow, client, call) }),
    oauth: createCodeFlow({
      ...flow,
      async exchange(exchange) {
        const { client: known, code, redirectUri, codeVerifier } = exchange;
        const verifier = flow.hasPkce && { code_verifier: codeVerifier };
        const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...verifier, ...flow.exchangeForm?.(exchange) };
        const body = await askForTokens(flow, { ...request(known, {}), grant, secrets: [known.secret, code, codeVerifier] });
        const scopes = scopesAt(body, 'scope');
        requireScopes(label, flow.needs ?? [], scopes);
        const { account, end } = tokensOf(flow, body);
        const accounts = [await flow.identify({ ...exchange, account, body })].flat();
        return accounts.map((each) => ({ ...each, ...end, ...(scopes && { scopes }) }));
      },
    }),
    async refresh({ account, signal }) {
      const missing = missingClient(label, prefix, client);
      if (!client || !account.refreshToken)
        throw new ConnectError(
          missing ?? say`${label} sent no refresh token. Connect the account again.`,
          'bad_user_input',
          missing !== null,
        );
      const grant = { grant_type: 'refresh_token', refresh_token: account.refreshToken };
      const body = await askForTokens(flow, { ...request(client, account), grant, secrets: [client.secret, account.refreshToken] }, signal);
      const tokens = tokensOf(flow, body, account);
      return { credentials: tokens.account, ...tokens.end };
    },
  };
}

async function revokeToken(flow: RenewableFlow, client: OauthClient, { account, signal }: Call): Promise<void> {
  const { label, outbound, readRefusal, request, revocation } = flow;
  const token = revocation && account[revocation.token];
  if (!token) return;
  const { headers = {}, form } = request(client, account);
  const api = createApi({ label, outbound, secrets: [client.secret, token], readRefusal: ofTokenEndpoint(readRefusal) }, signal);
  await api.ask({ url: revocation.url, headers, form: { ...form, token }, mayBeEmpty: true });
}

interface TokenRequest extends Pick<ApiCall, 'headers' | 'form'> {
  grant: Record<string, string>;
  secrets: readonly string[];
}

/** One request for tokens, whose refusals are read as those of a token endpoint. */
async function askForTokens(
  { label, outbound, tokenUrl, readRefusal }: RenewableFlow,
  { headers = {}, form, grant, secrets }: TokenRequest,
  signal = AbortSignal.timeout(TOKEN_TIMEOUT_MS),
): Promise<Json> {
  const api = createApi({ label, outbound, secrets, readRefusal: ofTokenEndpoint(readRefusal) }, signal);
  return (await api.ask({ url: tokenUrl, headers, form: { ...form, ...grant } })).body;
}

const TOKEN_TIMEOUT_MS = 30_000;

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
