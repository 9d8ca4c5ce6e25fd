import { afterAll, beforeAll, expect } from 'vitest';
import type { Role, Scope } from '../access/actor.ts';
import type { Services } from '../context.ts';
import { cookieName } from '../http/auth/cookies.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildWeb } from '../web.ts';
import { givenUser, givenWorkspace } from './factories.ts';
import { freePort } from './servers/free-port.ts';
import type { TestDatabase } from './test-database.ts';
import { createFixedClock, createTestServices, type FixedClock, testConfig } from './test-services.ts';

export const PASSWORD = 'correct horse battery';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export type Browser = Record<string, string>;

/** A service that listens on loopback, an account with its owner, and functions that call it. */
export interface OauthStage {
  url: string;
  app: HttpServer;
  services: Services;
  clock: FixedClock;
  home: Awaited<ReturnType<typeof givenWorkspace>>;
  owner: Browser;
  /** Sends a form to `/api/oauth/<path>`. */
  form(path: string, parameters: Record<string, string> | string, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  graphql(browser: Browser, query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  signedIn(options?: { accountId?: string; role?: Role }): Promise<Browser>;
}

const FIND = `query ($userCode: String, $requestId: String) { grantRequest(userCode: $userCode, requestId: $requestId) {
  id kind clientName clientUri requestedScopes address returnsTo createdAt expiresAt state flow } }`;
const APPROVE = `mutation ($input: ApproveGrantRequestInput!) { approveGrantRequest(input: $input) { redirectUrl request { id state } } }`;
const DENY = `mutation ($requestId: ID!) { denyGrantRequest(requestId: $requestId) { redirectUrl request { id state } } }`;

/** Read its properties inside tests only. */
export function useOauth(database: TestDatabase, overrides: Partial<Services> = {}): OauthStage {
  const stage = {} as OauthStage;
  beforeAll(async () => {
    Object.assign(stage, await startStage(database, overrides));
  });
  afterAll(() => stage.app?.close());
  return stage;
}

async function startStage(database: TestDatabase, overrides: Partial<Services>): Promise<OauthStage> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const clock = createFixedClock();
  const services = createTestServices(database, { clock, config: testConfig(database, { publicUrl: url, port }), ...overrides });
  const app = await buildWeb(services);
  await app.listen({ port, host: '127.0.0.1' });
  const home = await givenWorkspace(services);
  const signedIn: OauthStage['signedIn'] = async ({ accountId = home.accountId, role = 'owner' } = {}) => {
    const { sessionToken } = await givenUser(services, accountId, { role, password: PASSWORD });
    return { cookie: `${cookieName(services.config)}=${sessionToken}`, 'sec-fetch-site': 'same-origin' };
  };
  return {
    url,
    app,
    services,
    clock,
    home,
    owner: await signedIn(),
    signedIn,
    form: (path, parameters, headers = {}) =>
      send(`${url}/api/oauth/${path}`, {
        method: 'POST',
        headers,
        body: typeof parameters === 'string' ? parameters : new URLSearchParams(parameters),
      }),
    get: (path, headers = {}) => send(url + path, { headers }),
    graphql: (browser, query, variables = {}, headers = {}) =>
      send(`${url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...browser, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
  };
}

/** Redirects are inspected, not followed. */
async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
}

export interface DeviceFlow {
  device_code: string;
  user_code: string;
  client_id: string;
}

export async function startDevice(stage: OauthStage, parameters: Record<string, string> = {}): Promise<DeviceFlow> {
  const client_id = parameters.client_id ?? 'newsroom-agent';
  const { status, body } = await stage.form('device_authorization', { client_id, ...parameters });
  expect({ status, body }).toMatchObject({ status: 200, body: { device_code: expect.any(String) } });
  return { ...(body as Omit<DeviceFlow, 'client_id'>), client_id };
}

export function poll(stage: OauthStage, { device_code, client_id }: DeviceFlow): Promise<Answer> {
  return stage.form('token', { grant_type: DEVICE_GRANT, device_code, client_id });
}

type LookUp = { userCode: string } | { requestId: string };

export function lookUp(
  stage: OauthStage,
  what: LookUp,
  browser: Browser = stage.owner,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return stage.graphql(browser, FIND, what, headers);
}

/** The request's id, as the grant screen gets it. */
export async function seen(stage: OauthStage, what: LookUp, browser: Browser = stage.owner): Promise<string> {
  const { body } = await lookUp(stage, what, browser);
  const { data } = body as { data?: { grantRequest?: { id: string } | null } };
  if (!data?.grantRequest) throw new Error(`The request was not found: ${JSON.stringify(body)}`);
  return data.grantRequest.id;
}

export interface Allowed {
  workspaceId?: string;
  scopes?: Scope[];
  isSandboxOnly?: boolean;
  jobsPerDay?: number;
  creditsPerMonth?: number;
  expiresAt?: string;
  /** Null: none is sent. */
  password?: string | null;
}

export function approve(stage: OauthStage, requestId: string, allowed: Allowed = {}, browser: Browser = stage.owner): Promise<Answer> {
  const { workspaceId = stage.home.workspaceId, scopes = ['read'], password = PASSWORD, ...rest } = allowed;
  return stage.graphql(browser, APPROVE, { input: { requestId, workspaceId, scopes, password, ...rest } });
}

export function deny(stage: OauthStage, requestId: string, browser: Browser = stage.owner): Promise<Answer> {
  return stage.graphql(browser, DENY, { requestId });
}

/** A person's steps: enter the code, look it up, allow. */
export async function allowDevice(
  stage: OauthStage,
  { user_code }: { user_code: string },
  allowed: Allowed = {},
  browser = stage.owner,
): Promise<void> {
  const { body } = await approve(stage, await seen(stage, { userCode: user_code }, browser), allowed, browser);
  expect(body).toMatchObject({ data: { approveGrantRequest: { request: { state: 'APPROVED' } } } });
}

/** A key as an agent gets it; the owner signs in for it, wherever the clock is. */
export async function obtainKey(stage: OauthStage, allowed: Allowed = {}): Promise<string> {
  const flow = await startDevice(stage);
  await allowDevice(stage, flow, allowed, await stage.signedIn());
  const { body } = await poll(stage, flow);
  return (body as { access_token: string }).access_token;
}

/** The error of a GraphQL response. */
export function refusal({ status, body }: Answer): { status: number; code: unknown; retryAfter?: unknown } {
  const [error] = (body as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return { status, code: error?.extensions.code };
}
