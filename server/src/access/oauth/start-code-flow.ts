import type { Context } from '../../context.ts';
import { sealAuthorizationRequest } from './authorization-request.ts';
import { isRegisteredRedirect, redirectTo } from './clients/client-document.ts';
import { findCodeClient } from './clients/find-client.ts';
import { OauthError } from './oauth-error.ts';
import { readRequestedScopes, readResource } from './requested-scopes.ts';

const MOST_STATE = 2_000;

/** The parameters of an authorization request, as they came (RFC 6749, section 4.1.1). */
export type AuthorizationParameters = ReadonlyMap<string, string>;

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
