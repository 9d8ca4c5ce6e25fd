import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { asConnectError } from '../api/api-fault.ts';
import type { ApiCall } from '../api/call-api.ts';
import { type Api, createApi, type Dialect, type ReadRefusal } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { ConnectError, type Json } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** RFC 6750: the header of a request on an account's behalf. */
export const bearer = ({ accessToken }: AccountValues) => ({ authorization: `Bearer ${accessToken}` });

/** RFC 6749, section 2.3.1: the header of the operator's client. */
export const basic = ({ id, secret }: OauthClient) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

/** RFC 6749, section 5.1: the tokens of a response, and when the access token ends. */
export function tokensOf(label: string, body: Json): { account: AccountValues; end: { expiresAt?: string } } {
  const refreshToken = textAt(body, 'refresh_token');
  const account = { accessToken: requiredText(label, body, 'access_token'), ...(refreshToken && { refreshToken }) };
  return { account, end: endOf(textAt(body, 'expires_in')) };
}

/** How a network renews its tokens. */
export interface Renewal {
  label: string;
  /** The prefix of the environment variables of the client. */
  prefix: string;
  client: OauthClient | undefined;
  url: string;
  /** What the network wants besides the refresh token. */
  request(client: OauthClient): Pick<ApiCall, 'headers' | 'form'>;
}

/** RFC 6749, section 6. A new refresh token in the response replaces the old one. */
export async function renewTokens({ api, account }: Pick<Call, 'api' | 'account'>, { label, prefix, client, url, request }: Renewal) {
  const missing = missingClient(label, prefix, client);
  if (!client || !account.refreshToken)
    throw new ConnectError(missing ?? say`${label} gave no refresh token. Connect the account again.`, 'bad_user_input', missing !== null);
  const { headers = {}, form = {} } = request(client);
  const renewed = { ...form, grant_type: 'refresh_token', refresh_token: account.refreshToken };
  const { body } = await api.ask({ url, headers, form: renewed });
  const tokens = tokensOf(label, body);
  return { credentials: { ...account, ...tokens.account }, ...tokens.end };
}

/** The value of `missing` for a platform that needs a client. */
export function missingClient(label: string, prefix: string, client: OauthClient | undefined): Sentence | null {
  if (client) return null;
  return say`The operator must register this service at ${label} and set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`;
}

/** The client, where `missing` has been heeded. */
export function requireClient(label: string, client: OauthClient | undefined): OauthClient {
  if (!client) throw new Error(`There is no client for ${label}.`);
  return client;
}

const TIMEOUT_MS = 30_000;

/** Runs the calls of one step of an OAuth flow; any failure becomes a ConnectError for the person. */
export async function withOauthApi<T>(dialect: Dialect, work: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await work(createApi(dialect, AbortSignal.timeout(TIMEOUT_MS)));
  } catch (error) {
    throw asConnectError(error);
  }
}

/** RFC 6749, section 5.2. */
export const readOauthError: ReadRefusal = ({ status, body }) => {
  const code = textAt(body, 'error');
  if (status < 400 || code === null) return null;
  return { message: textAt(body, 'error_description') ?? code, code };
};

/** RFC 6749, section 5.1: the expiry of a token with this lifetime in seconds. */
export function endOf(expiresInSeconds: string | null): { expiresAt?: string } {
  const seconds = Number(expiresInSeconds);
  return expiresInSeconds !== null && seconds > 0 ? { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() } : {};
}
