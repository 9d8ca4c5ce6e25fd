import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect, it } from 'vitest';
import { allowDevice, approve, type OauthStage, seen, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Foreign clients, as they are on the registry, against a server that really listens. Promise K1. */
const stage = useOauth(useTestDatabase());

const FLOWS = 20;
const REDIRECT = 'http://127.0.0.1:51234/callback';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const LOOPBACK = { [oauth.allowInsecureRequests]: true };

const apiStatus = async (token: string): Promise<number> => (await stage.get('/api/v1/me', { authorization: `Bearer ${token}` })).status;
const many = <T>(work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: FLOWS }, (_, number) => work(number)));

async function register({ url }: OauthStage, name: string): Promise<string> {
  const as = await discover(url);
  const response = await oauth.dynamicClientRegistrationRequest(
    as,
    { client_name: name, redirect_uris: [REDIRECT], grant_types: ['authorization_code', DEVICE], token_endpoint_auth_method: 'none' },
    LOOPBACK,
  );
  return (await oauth.processDynamicClientRegistrationResponse(response)).client_id;
}

async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...LOOPBACK }));
}

/** The browser's part of the code flow: follow the link, sign in, allow, go back. */
async function allowInBrowser(authorizationUrl: URL): Promise<URL> {
  const first = await stage.get(authorizationUrl.pathname + authorizationUrl.search);
  expect(first.status).toBe(302);
  const screen = new URL(first.headers.get('location') ?? '');
  expect(screen.pathname).toBe('/grant');
  const { body } = await approve(stage, await seen(stage, { requestId: screen.searchParams.get('request') ?? '' }), { scopes: ['read'] });
  return new URL((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl);
}

it('openid-client gets a key by the device flow, looks at it and gives it back', { timeout: 60_000 }, async () => {
  const done = await many(async (number) => {
    const config = await client.discovery(new URL(stage.url), `agent-${number}`, undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    const flow = await client.initiateDeviceAuthorization(config, { scope: 'drafts:write read', client_name: `Agent ${number}` });
    await allowDevice(stage, flow, { scopes: ['read', 'drafts:write'] });
    const token = await client.pollDeviceAuthorizationGrant(config, flow);
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'drafts:write read', workspace_id: stage.home.workspaceId });
    expect(await apiStatus(token.access_token)).toBe(200);
    expect(await client.tokenIntrospection(config, token.access_token)).toMatchObject({ active: true, scope: 'drafts:write read' });
    await client.tokenRevocation(config, token.access_token);
    expect(await client.tokenIntrospection(config, token.access_token)).toEqual({ active: false });
    return apiStatus(token.access_token);
  });
  expect(done).toEqual(Array(FLOWS).fill(401));
  console.log(`K1 openid-client, device flow with introspection and revocation: ${done.length} of ${FLOWS}`);
});

it('oauth4webapi gets a key by the device flow, looks at it and gives it back', { timeout: 60_000 }, async () => {
  const as = await discover(stage.url);
  const done = await many(async (number) => {
    const me: oauth.Client = { client_id: `web-agent-${number}` };
    const asked = await oauth.deviceAuthorizationRequest(as, me, oauth.None(), { client_name: `Web agent ${number}` }, LOOPBACK);
    const flow = await oauth.processDeviceAuthorizationResponse(as, me, asked);
    const poll = async () =>
      oauth.processDeviceCodeResponse(as, me, await oauth.deviceCodeGrantRequest(as, me, oauth.None(), flow.device_code, LOOPBACK));
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    await allowDevice(stage, flow);
    const { access_token: token } = await poll();
    expect(await apiStatus(token)).toBe(200);
    const introspect = async () =>
      oauth.processIntrospectionResponse(as, me, await oauth.introspectionRequest(as, me, oauth.None(), token, LOOPBACK));
    expect(await introspect()).toMatchObject({ active: true, scope: 'read' });
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, me, oauth.None(), token, LOOPBACK));
    expect(await introspect()).toEqual({ active: false });
    return apiStatus(token);
  });
  expect(done).toEqual(Array(FLOWS).fill(401));
  console.log(`K1 oauth4webapi, device flow with introspection and revocation: ${done.length} of ${FLOWS}`);
});

it('openid-client gets a key by an authorization code with PKCE', { timeout: 60_000 }, async () => {
  const clientId = await register(stage, 'Desktop agent');
  const done = await many(async () => {
    const config = await client.discovery(new URL(stage.url), clientId, undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'read',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: `${stage.url}/api/mcp`,
    });
    const back = await allowInBrowser(url);
    const token = await client.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier, expectedState: state },
      { resource: `${stage.url}/api/mcp` },
    );
    expect(await apiStatus(token.access_token)).toBe(200);
    await client.tokenRevocation(config, token.access_token);
    return apiStatus(token.access_token);
  });
  expect(done).toEqual(Array(FLOWS).fill(401));
  console.log(`K1 openid-client, code flow with PKCE and revocation: ${done.length} of ${FLOWS}`);
});

it('oauth4webapi gets a key by an authorization code with PKCE', { timeout: 60_000 }, async () => {
  const as = await discover(stage.url);
  const me: oauth.Client = { client_id: await register(stage, 'MCP client') };
  const done = await many(async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: me.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString();
    const parameters = oauth.validateAuthResponse(as, me, await allowInBrowser(url), state);
    const response = await oauth.authorizationCodeGrantRequest(as, me, oauth.None(), parameters, REDIRECT, verifier, LOOPBACK);
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(as, me, response);
    expect(await apiStatus(token)).toBe(200);
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, me, oauth.None(), token, LOOPBACK));
    return apiStatus(token);
  });
  expect(done).toEqual(Array(FLOWS).fill(401));
  console.log(`K1 oauth4webapi, code flow with PKCE and revocation: ${done.length} of ${FLOWS}`);
});

it('oauth4webapi finds its way from a refused request to the metadata', async () => {
  const { status, headers } = await stage.get('/api/v1/me');
  expect(status).toBe(401);
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  expect(metadata).toBe(`${stage.url}/.well-known/oauth-protected-resource`);
  for (const path of ['', '/api/v1', '/api/mcp']) {
    const resource = new URL(stage.url + path);
    const document = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, LOOPBACK));
    expect(document.authorization_servers).toEqual([stage.url]);
  }
});
