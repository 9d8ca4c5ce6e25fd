import { addressBucket, countAttempt, requireRoom } from '../../access/attempt-limit.ts';
import { OauthError } from '../../access/oauth/oauth-error.ts';
import { redeemAuthorizationCode, redeemDeviceCode } from '../../access/oauth/redeem-codes.ts';
import { readResource } from '../../access/oauth/requested-scopes.ts';
import { introspectToken, revokeToken, rotateKey, type TokenAnswer } from '../../access/oauth/tokens.ts';
import type { Context, Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { authenticateAgent } from '../auth/authenticate.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { formOf, type OauthParameters, oauthContext, refuseClientSecret, requiredParameter, sendOauth } from './oauth-answers.ts';

const MOST_UNKNOWN_TOKENS = 60;
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

const schema = { hide: true };

/** A key's whole life: issued, introspected, exchanged, revoked. */
export function addTokenRoutes(app: HttpServer, services: Services): void {
  app.post('/token', { schema }, async (request, reply) => {
    const form = formOf(request);
    refuseClientSecret(request, form);
    return sendOauth(reply, await exchange(oauthContext(services, request), form));
  });

  app.post('/rotate', { ...AUTHENTICATES, schema }, async (request, reply) => {
    const agent = await authenticateAgent(services, request);
    return sendOauth(reply, await inTransaction(oauthContext(services, request, agent), (tx) => rotateKey(tx)));
  });

  app.post('/revoke', { schema }, async (request, reply) => {
    const token = requiredParameter(formOf(request), 'token');
    await inTransaction(oauthContext(services, request), (tx) => revokeToken(tx, token));
    return sendOauth(reply, {});
  });

  app.post('/introspect', { ...AUTHENTICATES, schema }, async (request, reply) => {
    const token = requiredParameter(formOf(request), 'token');
    if (request.headers.authorization !== undefined) {
      const agent = await authenticateAgent(services, request);
      return sendOauth(reply, await introspectToken(oauthContext(services, request, agent), token));
    }
    // Without a key of its own the token itself is the proof; guesses are counted (RFC 7662, section 4).
    const buckets = [addressBucket('introspect', request.ip, MOST_UNKNOWN_TOKENS)];
    await requireRoom(services, buckets);
    const answer = await introspectToken(oauthContext(services, request), token);
    if (!answer.active) await countAttempt(services, buckets);
    return sendOauth(reply, answer);
  });
}

function exchange(ctx: Context, form: OauthParameters): Promise<TokenAnswer> {
  const grantType = requiredParameter(form, 'grant_type');
  if (grantType === DEVICE_CODE) return exchangeDeviceCode(ctx, form);
  if (grantType === 'authorization_code') return exchangeAuthorizationCode(ctx, form);
  throw new OauthError('unsupported_grant_type', `grant_type must be authorization_code or ${DEVICE_CODE}.`);
}

async function exchangeDeviceCode(ctx: Context, form: OauthParameters): Promise<TokenAnswer> {
  const input = { deviceCode: requiredParameter(form, 'device_code'), clientId: requiredParameter(form, 'client_id') };
  const poll = await inTransaction(ctx, (tx) => redeemDeviceCode(tx, input));
  if ('token' in poll) return poll.token;
  const sentence =
    poll.refused === 'slow_down' ? 'That was too early: wait five seconds longer from now on.' : 'The customer has not decided yet.';
  throw new OauthError(poll.refused, sentence);
}

async function exchangeAuthorizationCode(ctx: Context, form: OauthParameters): Promise<TokenAnswer> {
  const codeVerifier = requiredParameter(form, 'code_verifier');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier))
    throw new OauthError('invalid_request', 'code_verifier is not as RFC 7636 describes it.');
  const input = {
    code: requiredParameter(form, 'code'),
    clientId: requiredParameter(form, 'client_id'),
    redirectUri: requiredParameter(form, 'redirect_uri'),
    codeVerifier,
    resource: readResource(ctx.config.publicUrl, form.get('resource')),
  };
  const token = await inTransaction(ctx, (tx) => redeemAuthorizationCode(tx, input));
  if (!token)
    throw new OauthError(
      'invalid_grant',
      'The code is unknown, used or expired, or does not belong to this client, redirect_uri and code_verifier.',
    );
  return token;
}
