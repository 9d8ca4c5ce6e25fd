import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { asConnectError } from '../api/api-fault.ts';
import { type Api, createApi, type Dialect, type ReadRefusal } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { ConnectError, type ConnectedAccount, type Json } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** RFC 6750: the header of a request on an account's behalf. */
export const bearer = ({ accessToken }: AccountValues) => ({ authorization: `Bearer ${accessToken}` });

/** RFC 6749, section 2.3.1: the header of the operator's client. */
export const basic = ({ id, secret }: OauthClient) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

/** The same in the form of the request. */
export const clientForm = ({ id, secret }: OauthClient) => ({ form: { client_id: id, client_secret: secret } });

/**
 * RFC 6749, section 5.1: the tokens of a response, over those `before` that it leaves out, and when they end. Without a
 * refresh token, the access ends with its token.
 */
export function tokensOf(
  { label, refreshTokenLifetime }: { label: string; refreshTokenLifetime?: string },
  body: Json,
  before: AccountValues = {},
): { account: AccountValues; end: Pick<ConnectedAccount, 'expiresAt' | 'endsAt'> } {
  const refreshToken = textAt(body, 'refresh_token') ?? before.refreshToken;
  const account = { ...before, accessToken: requiredText(label, body, 'access_token'), ...(refreshToken && { refreshToken }) };
  const end = endOf(textAt(body, 'expires_in'));
  const { expiresAt: endsAt } = refreshToken ? endOf(refreshTokenLifetime ? textAt(body, refreshTokenLifetime) : null) : end;
  return { account, end: { ...end, ...(endsAt && { endsAt }) } };
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

const OF_THE_GRANT = 'invalid_grant';

/**
 * A network's refusals where they come from its token endpoint (RFC 6749, section 5.2): the authentication there is that
 * of the operator's client. Only the grant is the account's, and several networks refuse one with 401 as well.
 */
export const ofTokenEndpoint =
  (read: ReadRefusal): ReadRefusal =>
  (answer) => {
    const refusal = read(answer);
    if (refusal?.code === OF_THE_GRANT) return { ...refusal, kind: 'rejected' };
    const isOfClient = refusal?.kind === 'unauthorized' || (!refusal?.kind && (answer.status === 401 || answer.status === 403));
    return refusal && isOfClient ? { ...refusal, kind: 'service_refused' } : refusal;
  };

/** RFC 6749, section 5.1: the expiry of a token with this lifetime in seconds. */
export function endOf(expiresInSeconds: string | null): { expiresAt?: string } {
  const seconds = Number(expiresInSeconds);
  return expiresInSeconds !== null && seconds > 0 ? { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() } : {};
}

/** The scopes of a response: a list, or a text with spaces or commas (RFC 6749, 5.1). Null where the network names none. */
export function scopesAt(body: Json | undefined, ...path: (string | number)[]): string[] | null {
  const list = listAt(body, ...path).filter((each) => typeof each === 'string');
  if (list.length > 0 || Array.isArray(at(body, ...path))) return list;
  return textAt(body, ...path)?.split(/[ ,]+/) ?? null;
}

/**
 * Refuses a sign-in in which the person left out what publishing needs; otherwise the first post would find that out,
 * at its time. Throws ConnectError. A network that does not say what was allowed is taken at its word.
 */
export function requireScopes(label: string, needed: readonly string[], granted: readonly string[] | null): void {
  const missing = granted ? needed.filter((scope) => !granted.includes(scope)) : [];
  if (missing.length > 0)
    throw new ConnectError(
      say`${label} did not grant what publishing needs: ${missing.join(', ')}. Start again, and leave that allowed at ${label}.`,
    );
}
