import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { allowDevice, approve, type OauthStage, seen } from '../oauth.ts';

const REDIRECT = 'http://127.0.0.1:51234/callback';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
export const LOOPBACK = { [oauth.allowInsecureRequests]: true };

const apiStatus = async (stage: OauthStage, token: string): Promise<number> =>
  (await stage.get('/api/v1/me', { authorization: `Bearer ${token}` })).status;
const many = <T>(flows: number, work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: flows }, (_, number) => work(number)));

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
async function allowInBrowser(stage: OauthStage, authorizationUrl: URL): Promise<URL> {
  const first = await stage.get(authorizationUrl.pathname + authorizationUrl.search);
  expect(first.status).toBe(302);
  const screen = new URL(first.headers.get('location') ?? '');
  expect(screen.pathname).toBe('/grant');
  const { body } = await approve(stage, await seen(stage, { requestId: screen.searchParams.get('request') ?? '' }), { scopes: ['read'] });
  return new URL((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl);
}

async function deviceByOpenidClient(stage: OauthStage, flows: number): Promise<void> {
  const done = await many(flows, async (number) => {
    const config = await client.discovery(new URL(stage.url), `agent-${number}`, undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    const flow = await client.initiateDeviceAuthorization(config, { scope: 'drafts:write read', client_name: `Agent ${number}` });
    await allowDevice(stage, flow, { scopes: ['read', 'drafts:write'] });
    const token = await client.pollDeviceAuthorizationGrant(config, flow);
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'drafts:write read', workspace_id: stage.home.workspaceId });
    expect(await apiStatus(stage, token.access_token)).toBe(200);
    expect(await client.tokenIntrospection(config, token.access_token)).toMatchObject({ active: true, scope: 'drafts:write read' });
    await client.tokenRevocation(config, token.access_token);
    expect(await client.tokenIntrospection(config, token.access_token)).toEqual({ active: false });
    return apiStatus(stage, token.access_token);
  });
  expect(done).toEqual(Array(flows).fill(401));
}

async function deviceByOauth4webapi(stage: OauthStage, flows: number): Promise<void> {
  const as = await discover(stage.url);
  const done = await many(flows, async (number) => {
    const me: oauth.Client = { client_id: `web-agent-${number}` };
    const asked = await oauth.deviceAuthorizationRequest(as, me, oauth.None(), { client_name: `Web agent ${number}` }, LOOPBACK);
    const flow = await oauth.processDeviceAuthorizationResponse(as, me, asked);
    const poll = async () =>
      oauth.processDeviceCodeResponse(as, me, await oauth.deviceCodeGrantRequest(as, me, oauth.None(), flow.device_code, LOOPBACK));
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    await allowDevice(stage, flow);
    const { access_token: token } = await poll();
    expect(await apiStatus(stage, token)).toBe(200);
    const introspect = async () =>
      oauth.processIntrospectionResponse(as, me, await oauth.introspectionRequest(as, me, oauth.None(), token, LOOPBACK));
    expect(await introspect()).toMatchObject({ active: true, scope: 'read' });
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, me, oauth.None(), token, LOOPBACK));
    expect(await introspect()).toEqual({ active: false });
    return apiStatus(stage, token);
  });
  expect(done).toEqual(Array(flows).fill(401));
}

async function codeByOpenidClient(stage: OauthStage, flows: number): Promise<void> {
  const clientId = await register(stage, 'Desktop agent');
  const done = await many(flows, async () => {
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
    const back = await allowInBrowser(stage, url);
    const token = await client.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier, expectedState: state },
      { resource: `${stage.url}/api/mcp` },
    );
    expect(await apiStatus(stage, token.access_token)).toBe(200);
    await client.tokenRevocation(config, token.access_token);
    return apiStatus(stage, token.access_token);
  });
  expect(done).toEqual(Array(flows).fill(401));
}

async function codeByOauth4webapi(stage: OauthStage, flows: number): Promise<void> {
  const as = await discover(stage.url);
  const me: oauth.Client = { client_id: await register(stage, 'MCP client') };
  const done = await many(flows, async () => {
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
    const parameters = oauth.validateAuthResponse(as, me, await allowInBrowser(stage, url), state);
    const response = await oauth.authorizationCodeGrantRequest(as, me, oauth.None(), parameters, REDIRECT, verifier, LOOPBACK);
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(as, me, response);
    expect(await apiStatus(stage, token)).toBe(200);
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, me, oauth.None(), token, LOOPBACK));
    return apiStatus(stage, token);
  });
  expect(done).toEqual(Array(flows).fill(401));
}

/** Third-party clients from the registry: each gets this many keys concurrently, uses and revokes them. */
export const FOREIGN_CLIENTS: Record<string, (stage: OauthStage, flows: number) => Promise<void>> = {
  'openid-client gets a key by the device flow, looks at it and gives it back': deviceByOpenidClient,
  'oauth4webapi gets a key by the device flow, looks at it and gives it back': deviceByOauth4webapi,
  'openid-client gets a key by an authorization code with PKCE': codeByOpenidClient,
  'oauth4webapi gets a key by an authorization code with PKCE': codeByOauth4webapi,
};
