import type { FastifyRequest } from 'fastify';
import { addressBucket, countAttempt } from '../../access/attempt-limit.ts';
import { startCodeFlow } from '../../access/oauth/authorization-request.ts';
import { registerClient } from '../../access/oauth/clients/find-client.ts';
import type { OauthClient } from '../../access/oauth/clients/oauth-client.entity.ts';
import { OauthError } from '../../access/oauth/oauth-error.ts';
import { showUserCode, startDeviceFlow } from '../../access/oauth/start-device-flow.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { formOf, oauthContext, queryOf, refuseClientSecret, registerFormBody, sendOauth, sendOauthError } from './oauth-answers.ts';
import { addTokenRoutes } from './oauth-token.routes.ts';
import { addWellKnownRoutes } from './well-known.routes.ts';

/** These two write a row for anonymous callers, so they are limited by address. */
const MOST_DEVICE_FLOWS = 300;
const MOST_REGISTRATIONS = 60;

const schema = { hide: true };

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
  app.post('/device_authorization', { schema }, async (request, reply) => {
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
