import type { Context } from '../../context.ts';
import { newId } from '../../new-id.ts';
import type { Scope } from '../actor.ts';
import { isRegisteredRedirect, redirectTo } from './clients/client-document.ts';
import { findCodeClient, findRegisteredClient, type KnownClient } from './clients/find-client.ts';
import { OauthClient } from './clients/oauth-client.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { OauthError } from './oauth-error.ts';
import { readRequestedScopes, readResource } from './requested-scopes.ts';
import { REQUEST_LIFE_SECONDS } from './start-device-flow.ts';

/** A checked authorization request, on its way through the browser. */
interface AuthorizationRequest {
  id: string;
  clientId: string;
  /** The metadata of a client whose id is the address of its document; other clients are registered. */
  published?: Pick<KnownClient, 'name' | 'homePage'>;
  redirectUri: string;
  scopes: Scope[];
  resource: string | null;
  clientState: string | null;
  codeChallenge: string;
  address: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

const PLACE = 'oauth/authorization-request';

/**
 * Encrypts the request for the console's address. Nothing is written: loading an address changes no rows, so
 * strangers cannot fill the table. The row is created by the first lookup of a signed-in person.
 */
function sealAuthorizationRequest(ctx: Context, request: Omit<AuthorizationRequest, 'id' | 'createdAt'>): string {
  const full: AuthorizationRequest = { ...request, id: newId('grq'), createdAt: ctx.clock.now().getTime() };
  return ctx.sealer.seal(JSON.stringify(full), PLACE);
}

/** The row of an encrypted request, created on its first lookup; null if the text is invalid or expired. */
export async function openAuthorizationRequest(ctx: Context, sealed: string): Promise<GrantRequest | null> {
  const request = unseal(ctx, sealed);
  if (!request) return null;
  const existing = await ctx.em.findOne(GrantRequest, { id: request.id });
  const expiresAt = new Date(request.createdAt + REQUEST_LIFE_SECONDS * 1_000);
  // An old text must not recreate a request that was decided and has since been deleted.
  if (existing || expiresAt <= ctx.clock.now()) return existing;
  const client = request.published ?? (await findRegisteredClient(ctx, request.clientId, 'authorization_code').catch(nullIfRefused));
  if (!client) return null;
  await insertOnce(ctx, request, client, expiresAt);
  if (!request.published) await ctx.em.nativeUpdate(OauthClient, { id: request.clientId }, { lastUsedAt: ctx.clock.now() });
  return ctx.em.findOne(GrantRequest, { id: request.id });
}

function nullIfRefused(error: unknown): null {
  if (error instanceof OauthError) return null;
  throw error;
}

function unseal(ctx: Context, sealed: string): AuthorizationRequest | null {
  try {
    return JSON.parse(ctx.sealer.open(sealed, PLACE)) as AuthorizationRequest;
  } catch {
    return null;
  }
}

/** Two windows may open the same address at once. */
async function insertOnce(
  ctx: Context,
  request: AuthorizationRequest,
  client: { name: string; homePage?: string | null },
  expiresAt: Date,
): Promise<void> {
  const { id, clientId, clientState } = request;
  await ctx.em.upsert(
    GrantRequest,
    {
      id,
      flow: 'code',
      state: 'pending',
      clientId,
      clientName: client.name,
      clientUri: client.homePage ?? null,
      scopes: request.scopes,
      resource: request.resource,
      address: request.address,
      createdAt: new Date(request.createdAt),
      expiresAt,
      redirectUri: request.redirectUri,
      sealedClientState: clientState === null ? null : ctx.sealer.seal(clientState, clientStatePlace(id)),
      codeChallenge: request.codeChallenge,
      isSandboxOnly: false,
    },
    { onConflictAction: 'ignore' },
  );
  ctx.em.clear();
}

/** The encryption context of a client's `state`. */
export function clientStatePlace(requestId: string): string {
  return `grant_requests/${requestId}/client_state`;
}

const MOST_STATE = 2_000;

/** The parameters of an authorization request, as received (RFC 6749, section 4.1.1). */
type AuthorizationParameters = ReadonlyMap<string, string>;

/**
 * Checks an authorization request and returns where the browser goes: to the grant screen, or back to the client with
 * the error. Throws as long as the redirect is not verified to be the client's; nothing may be sent to an
 * unregistered address. Changes nothing.
 */
export async function startCodeFlow(ctx: Context, parameters: AuthorizationParameters, address: string): Promise<string> {
  const client = await findCodeClient(ctx, parameters.get('client_id'), address);
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined) throw new OauthError('invalid_request', 'redirect_uri is missing.');
  if (!isRegisteredRedirect(client.redirectUris, redirectUri))
    throw new OauthError('invalid_request', 'redirect_uri is not one that the client registered.');

  const clientState = parameters.get('state') ?? null;
  try {
    if (clientState !== null && clientState.length > MOST_STATE)
      throw new OauthError('invalid_request', `state must not be longer than ${MOST_STATE} characters.`);
    const request = sealAuthorizationRequest(ctx, {
      clientId: client.clientId,
      ...(client.isPublished && { published: { name: client.name, homePage: client.homePage } }),
      redirectUri,
      codeChallenge: readChallenge(parameters),
      scopes: readRequestedScopes(parameters.get('scope')),
      resource: readResource(ctx.config.publicUrl, parameters.get('resource')),
      clientState,
      address,
    });
    return `${ctx.config.publicUrl}/grant?${new URLSearchParams({ request })}`;
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const state = clientState !== null && clientState.length > MOST_STATE ? null : clientState;
    return redirectTo(redirectUri, { error: error.code, error_description: error.message, state, iss: ctx.config.publicUrl });
  }
}

/** PKCE (RFC 7636) with S256 is not optional: without it a stolen code would be enough. */
function readChallenge(parameters: AuthorizationParameters): string {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) throw new OauthError('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be "code".');
  if ((parameters.get('response_mode') ?? 'query') !== 'query') throw new OauthError('invalid_request', 'response_mode must be "query".');
  if (parameters.has('request') || parameters.has('request_uri'))
    throw new OauthError('invalid_request', 'Request objects are not supported.');
  const challenge = parameters.get('code_challenge');
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OauthError('invalid_request', 'code_challenge is missing or not the base64url of a SHA-256.');
  }
  if (parameters.get('code_challenge_method') !== 'S256') throw new OauthError('invalid_request', 'code_challenge_method must be "S256".');
  return challenge;
}
