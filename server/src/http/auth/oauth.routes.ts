import type { FastifyRequest } from 'fastify';
import { SCOPES } from '../../access/actor.ts';
import { addressBucket, countAttempt, requireAttemptsLeft } from '../../access/attempt-limit.ts';
import { startCodeFlow } from '../../access/oauth/authorization-request.ts';
import { registerClient } from '../../access/oauth/clients/find-client.ts';
import { CLIENT_GRANT_TYPES, type OauthClient } from '../../access/oauth/clients/oauth-client.entity.ts';
import { OauthError } from '../../access/oauth/oauth-error.ts';
import { redeemAuthorizationCode, redeemDeviceCode } from '../../access/oauth/redeem-codes.ts';
import { RESOURCE_PATHS, readResource } from '../../access/oauth/requested-scopes.ts';
import { showUserCode, startDeviceFlow } from '../../access/oauth/start-device-flow.ts';
import { introspectToken, revokeToken, rotateKey, type TokenAnswer } from '../../access/oauth/tokens.ts';
import type { Context, Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { authenticateAgent } from './authenticate.ts';
import {
  formOf,
  type OauthParameters,
  oauthContext,
  queryOf,
  refuseClientSecret,
  registerFormBody,
  requiredParameter,
  sendOauth,
  sendOauthError,
} from './oauth-answers.ts';

/** Public and the same for everyone; a program in a browser may read them from any origin. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/**
 * The two documents from which a client discovers everything else. Clients that know only the address of a resource
 * insert its path (RFC 8414, section 3.1; RFC 9728, section 3.1), so those forms work too; the issuer is the origin.
 */
function addWellKnownRoutes(app: HttpServer, services: Services): void {
  const { publicUrl } = services.config;
  for (const path of RESOURCE_PATHS) {
    app.get(`/.well-known/oauth-authorization-server${path}`, { schema }, async (_request, reply) =>
      reply.headers(HEADERS).send(serverMetadata(publicUrl)),
    );
    app.get(`/.well-known/oauth-protected-resource${path}`, { schema }, async (_request, reply) =>
      reply.headers(HEADERS).send(resourceMetadata(publicUrl, path)),
    );
  }
}

/** RFC 8414. */
function serverMetadata(publicUrl: string): object {
  const oauth = `${publicUrl}/api/oauth`;
  return {
    issuer: publicUrl,
    authorization_endpoint: `${oauth}/authorize`,
    token_endpoint: `${oauth}/token`,
    device_authorization_endpoint: `${oauth}/device_authorization`,
    revocation_endpoint: `${oauth}/revoke`,
    introspection_endpoint: `${oauth}/introspect`,
    registration_endpoint: `${oauth}/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: CLIENT_GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint_auth_methods_supported: ['none', 'Bearer'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: RESOURCE_PATHS.map((path) => publicUrl + path),
    service_documentation: `${publicUrl}/api-docs`,
  };
}

/** RFC 9728. */
function resourceMetadata(publicUrl: string, path: string): object {
  return {
    resource: publicUrl + path,
    resource_name: 'Countersign',
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/api-docs`,
  };
}

/** These two write a row for anonymous callers, so they are limited by address. */
const MOST_DEVICE_FLOWS = 300;
const MOST_REGISTRATIONS = 60;

const schema = { hide: true };
const FORM = { schema, bodyLimit: 16_384 };

/** The authorization server: how agents get and give back access. Errors use OAuth's own format. */
export async function registerOauthRoutes(app: HttpServer, services: Services): Promise<void> {
  addWellKnownRoutes(app, services);
  await app.register(
    async (scope) => {
      const oauth = scope as HttpServer;
      registerFormBody(oauth);
      oauth.setErrorHandler((error, request, reply) => sendOauthError(services, error, request, reply));
      addFlowRoutes(oauth, services);
      addTokenRoutes(oauth, services);
    },
    { prefix: '/api/oauth' },
  );
}

function addFlowRoutes(app: HttpServer, services: Services): void {
  app.post('/device_authorization', FORM, async (request, reply) => {
    const form = formOf(request);
    refuseClientSecret(request, form);
    await countAttempt(services, [addressBucket('device-authorization', request.ip, MOST_DEVICE_FLOWS)]);
    const flow = await inTransaction(oauthContext(services, request), (tx) =>
      startDeviceFlow(tx, {
        clientId: form.get('client_id'),
        clientName: form.get('client_name'),
        clientUri: form.get('client_uri'),
        scope: form.get('scope'),
        kind: form.get('kind'),
        resource: form.get('resource'),
        address: request.ip,
      }),
    );
    const userCode = showUserCode(flow.userCode);
    const page = `${services.config.publicUrl}/grant`;
    return sendOauth(reply, {
      device_code: flow.deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: flow.expiresInSeconds,
      interval: flow.intervalSeconds,
    });
  });

  app.get('/authorize', { schema }, async (request, reply) => {
    const location = await startCodeFlow(oauthContext(services, request), queryOf(request), request.ip);
    return reply.header('cache-control', 'no-store').redirect(location, 302);
  });

  app.post('/register', { schema }, async (request, reply) => {
    await countAttempt(services, [addressBucket('register-client', request.ip, MOST_REGISTRATIONS)]);
    const metadata = metadataOf(request);
    const client = await inTransaction(oauthContext(services, request), (tx) => registerClient(tx, metadata));
    return sendOauth(reply, presentClient(client), 201);
  });
}

function metadataOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Map)) return body as Record<string, unknown>;
  throw new OauthError('invalid_client_metadata', 'Send the metadata as a JSON object.');
}

/** RFC 7591, section 3.2.1. */
function presentClient(client: OauthClient): object {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
    client_name: client.name,
    ...(client.homePage ? { client_uri: client.homePage } : {}),
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: 'none',
  };
}

const MOST_UNKNOWN_TOKENS = 60;
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** A key's whole life: issued, introspected, exchanged, revoked. */
function addTokenRoutes(app: HttpServer, services: Services): void {
  app.post('/token', FORM, async (request, reply) => {
    const form = formOf(request);
    refuseClientSecret(request, form);
    return sendOauth(reply, await exchange(oauthContext(services, request), form));
  });

  app.post('/rotate', { ...AUTHENTICATES, ...FORM }, async (request, reply) => {
    const agent = await authenticateAgent(services, request);
    return sendOauth(reply, await inTransaction(oauthContext(services, request, agent), (tx) => rotateKey(tx)));
  });

  app.post('/revoke', FORM, async (request, reply) => {
    const token = requiredParameter(formOf(request), 'token');
    await inTransaction(oauthContext(services, request), (tx) => revokeToken(tx, token));
    return sendOauth(reply, {});
  });

  app.post('/introspect', { ...AUTHENTICATES, ...FORM }, async (request, reply) => {
    const token = requiredParameter(formOf(request), 'token');
    if (request.headers.authorization !== undefined) {
      const agent = await authenticateAgent(services, request);
      return sendOauth(reply, await introspectToken(oauthContext(services, request, agent), token));
    }
    // Without a key of its own the token itself is the proof; guesses are counted (RFC 7662, section 4).
    const buckets = [addressBucket('introspect', request.ip, MOST_UNKNOWN_TOKENS)];
    await requireAttemptsLeft(services, buckets);
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
