import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { NO_LIMITS, type RequestLimits } from '../../config/limits-config.ts';
import type { Services } from '../../context.ts';
import { createLog } from '../../log.ts';
import { expectProblem } from '../../testing/api.ts';
import { openBrowser } from '../../testing/browser.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices, testConfig } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import { cookieName } from '../auth/cookies.ts';
import { consume } from './quotas.ts';
import { UNNAMED_PROXY } from './unnamed-proxy.ts';

const database = useTestDatabase();

/** A service of its own with these limits, an agent of a customer, and what it logs. */
async function givenService(limits: Partial<RequestLimits>, config: Partial<Services['config']> = {}) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
  const services = createTestServices(database, {
    config: testConfig(database, { limits: { ...NO_LIMITS, slotMs: 20, ...limits }, ...config }),
    log,
  });
  const app = await buildWeb(services);
  const home = await givenWorkspace(services);
  const agent = await givenAgent(services, home.workspace);
  return { services, app, home, agent, lines };
}

type Service = Awaited<ReturnType<typeof givenService>>;

const read = ({ app }: Service, authorization: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  app.inject({ url: '/api/v1/me', remoteAddress, headers: { authorization, ...headers } });

const createDraft = ({ app, home }: Service, authorization: string, workspaceId = home.workspaceId) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/drafts',
    headers: { authorization },
    payload: { workspace_id: workspaceId, source_text: 'The ferry runs again.', platforms: ['sandbox'] },
  });

const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

describe('a flood of changes', () => {
  it('by one key is limited, even with concurrent requests, without affecting another customer', async () => {
    const service = await givenService({ keyWrites: 5 });
    const flood = await Promise.all(Array.from({ length: 8 }, () => createDraft(service, service.agent.authorization)));
    expect(statusesOf(flood)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    const refused = flood.find(({ statusCode }) => statusCode === 429);
    if (!refused) throw new Error('Nothing was refused.');
    expect(expectProblem(refused, 'rate_limited')).toMatchObject({ violated_policies: ['key-writes'] });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    // Reading goes on, and so does everybody else.
    expect((await read(service, service.agent.authorization)).statusCode).toBe(200);
    const other = await givenWorkspace(service.services);
    const theirs = await givenAgent(service.services, other.workspace);
    expect((await createDraft(service, theirs.authorization, other.workspaceId)).statusCode).toBe(201);
  });

  it('by several keys of one account is limited for the account', async () => {
    const service = await givenService({ accountWrites: 6 });
    const second = await givenAgent(service.services, service.home.workspace);
    const flood = await Promise.all(
      Array.from({ length: 10 }, (_, i) => createDraft(service, (i % 2 ? second : service.agent).authorization)),
    );
    expect(flood.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });

  it('in one MCP batch counts each call of a tool that changes something', async () => {
    const service = await givenService({ keyWrites: 5 });
    const headers = { authorization: service.agent.authorization, accept: 'application/json, text/event-stream' };
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'create_draft', arguments: {} } });
    const send = (many: number) =>
      service.app.inject({ method: 'POST', url: '/api/mcp', headers, payload: Array.from({ length: many }, (_, id) => call(id)) });
    const first = await send(3);
    expect([first.statusCode, first.headers.ratelimit]).toEqual([200, expect.stringMatching(/"key-writes";r=2;t=\d+$/)]);
    expect((await send(4)).statusCode).toBe(429);
    expect((await send(1)).statusCode).toBe(429);
  });

  it('by a person counts every mutation of a document', async () => {
    const service = await givenService({ personWrites: 4 });
    const { sessionToken } = await givenUser(service.services, service.home.accountId, { role: 'owner' });
    const browser = openBrowser(service.app, { cookies: { [cookieName(service.services.config)]: sessionToken } });
    const ask = (changes: number) =>
      browser.post('/api/graphql', {
        query: `mutation { ${Array.from({ length: changes }, (_, i) => `c${i}: endOtherSessions { freshUntil }`).join(' ')} }`,
      });
    expect((await ask(3)).headers.ratelimit).toMatch(/^"person-writes";r=1;t=\d+$/);
    const refused = await ask(3);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().errors[0].extensions).toMatchObject({ code: 'rate_limited', violated_policies: ['person-writes'] });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await browser.ask('{ viewer { email } }')).code).toBeNull();
  });
});

it('reports usage and remaining requests with every response', async () => {
  const service = await givenService({ keyReads: 10, accountReads: 50 });
  await read(service, service.agent.authorization);
  const { headers } = await read(service, service.agent.authorization);
  expect(headers['ratelimit-policy']).toBe('"key-reads";q=10;w=60, "account-reads";q=50;w=60');
  expect(headers.ratelimit).toMatch(/^"key-reads";r=8;t=\d+, "account-reads";r=48;t=\d+$/);
});

it('counts captions for a text alike over REST and MCP, since a model may write them', async () => {
  const service = await givenService({ keyWrites: 10 });
  const { authorization } = service.agent;
  const words = { source_text: 'The pier opens.', platforms: ['sandbox'] };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'generate_words', arguments: words } };
  const headers = { authorization, accept: 'application/json, text/event-stream' };
  const rest = await service.app.inject({ method: 'POST', url: '/api/generate-description', headers, payload: words });
  const tool = await service.app.inject({ method: 'POST', url: '/api/mcp', headers, payload: call });
  for (const answer of [rest, tool]) expect(answer.headers['ratelimit-policy']).toContain('"key-writes";q=10');
});

describe('requests without a valid credential', () => {
  it('are limited by address, and do not lock out agents at the same address', async () => {
    const service = await givenService({ strangers: 6 });
    expect((await read(service, service.agent.authorization)).statusCode).toBe(200);
    const flood = await Promise.all(Array.from({ length: 9 }, () => read(service, 'Bearer nonsense')));
    expect(statusesOf(flood)).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await read(service, service.agent.authorization)).statusCode).toBe(200);
    expect((await service.app.inject({ url: '/api/health/live', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
    expect((await read(service, 'Bearer nonsense', {}, '192.0.2.2')).statusCode).toBe(401);
  });

  it('are not counted if the credential turns out to be valid', async () => {
    const service = await givenService({ strangers: 3 });
    const other = await givenAgent(service.services, service.home.workspace);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await read(service, (i % 2 ? other : service.agent).authorization));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});

describe('a route without authentication', () => {
  const ENDPOINTS: [method: 'GET' | 'POST', url: string, payload?: object][] = [
    ['POST', '/api/client/posts', { token: 'A'.repeat(43) }],
    ['POST', '/api/auth/setup/link', { token: 'A'.repeat(43) }],
    ['GET', '/api/oauth/authorize?client_id=x'],
    ['POST', '/api/oauth/revoke'],
    ['POST', '/api/stripe/webhook', {}],
    ['GET', '/api/nothing'],
    ['GET', '/%61pi/nothing'],
    ['GET', '/%61pi/nothing?q=%'],
    ['POST', '/mail/stop?token=unknown'],
  ];

  it.each(ENDPOINTS)('is limited by address whatever credential is sent: %s %s', async (method, url, payload) => {
    const service = await givenService({ strangers: 5 });
    const { authorization } = service.agent;
    expect((await read(service, authorization)).statusCode).toBe(200);
    const headers = { authorization, 'sec-fetch-site': 'same-origin' };
    const send = () => service.app.inject({ method, url, headers, remoteAddress: '192.0.2.1', ...(payload && { payload }) });
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await send()).statusCode);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429, 429]);
    // A caller there with the key is counted by it.
    expect((await read(service, authorization)).statusCode).toBe(200);
  });

  it.each(['http', 'HTTP'])('is limited by address if the request names it by its whole URL: %s', async (scheme) => {
    const service = await givenService({ strangers: 2 });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) {
      const [response] = await once(get({ port, host: '127.0.0.1', path: `${scheme}://posts.example.org/api/nothing` }), 'response');
      statuses.push((response as IncomingMessage).resume().statusCode);
    }
    await service.app.close();
    expect(statuses).toEqual([404, 404, 429, 429]);
  });

  it('is not reached by a path that is only its own when decoded twice', async () => {
    const service = await givenService({});
    expect((await service.app.inject({ url: '/%%361pi/health/live' })).statusCode).toBe(400);
  });

  it('counts GraphQL documents that cannot be parsed', async () => {
    const service = await givenService({ strangers: 5 });
    const { sessionToken } = await givenUser(service.services, service.home.accountId, { role: 'owner' });
    const browser = openBrowser(service.app, { cookies: { [cookieName(service.services.config)]: sessionToken } });
    expect((await browser.ask('{ viewer { email } }')).code).toBeNull();
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await browser.post('/api/graphql', { query: '{ viewer { email }' })).statusCode);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    const last = await browser.post('/api/graphql', { query: '{ viewer { email } }' });
    expect(last.headers['retry-after']).toMatch(/^\d+$/);
    expect(last.json()).toMatchObject({ errors: [{ extensions: { code: 'rate_limited', status: 429 } }] });
  });
});

describe('an undeclared proxy', () => {
  const warnings = ({ lines }: Service) => lines.filter((line) => line.includes(UNNAMED_PROXY));

  it('is logged once, and its callers do not share one limit', async () => {
    const service = await givenService({ strangers: 3 });
    const forwarded = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` });
    for (let i = 0; i < 20; i++) {
      expect((await read(service, 'Bearer nonsense', forwarded(i), '10.0.0.2')).statusCode).toBe(401);
    }
    expect(warnings(service)).toHaveLength(1);
  });

  it('cannot be forged from the internet to bypass the limit', async () => {
    const service = await givenService({ strangers: 3 });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await read(service, 'Bearer nonsense', { 'x-forwarded-for': `203.0.113.${i}` }));
    expect(statusesOf(answers)).toEqual([401, 401, 401, 429, 429]);
  });

  it('is detected at startup from the public address', async () => {
    expect(warnings(await givenService({}, { publicUrl: 'https://posts.example.org' }))).toHaveLength(1);
    expect(warnings(await givenService({}, { publicUrl: 'https://posts.example.org', trustedProxies: ['10.0.0.2'] }))).toHaveLength(0);
  });
});

it('does not delay sign-ins from known browsers behind a flood of wrong passwords', async () => {
  const service = await givenService({});
  const password = 'correct horse battery staple';
  const { user } = await givenUser(service.services, service.home.accountId, { password });
  const signIn = (email: string, secret: string, address: string, cookies: Record<string, string> = {}) =>
    openBrowser(service.app, { address, cookies }).post('/api/auth/sign-in/email', { email, password: secret });
  const own = openBrowser(service.app);
  await own.post('/api/auth/sign-in/email', { email: user.email, password });

  let pending = 0;
  const flood = Array.from({ length: 80 }, (_, i) => {
    pending += 1;
    return signIn(`person-${i}@example.com`, 'guess', `198.51.100.${i}`).finally(() => {
      pending -= 1;
    });
  });
  expect((await signIn(user.email, password, '192.0.2.9', Object.fromEntries(own.cookies))).statusCode).toBe(200);
  expect(pending).toBeGreaterThan(20);
  // The line is bounded: what is beyond it is asked to come back.
  expect(new Set(statusesOf(await Promise.all(flood)))).toEqual(new Set([401, 503]));
});

it('reports that the service is busy if the parent process, which counts, does not respond', async () => {
  const silent = async () => {
    throw new Error('RateLimiterCluster timeout: no answer from master in time');
  };
  const limiter = Object.assign(new RateLimiterMemory({ points: 1, duration: 1 }), { consume: silent });
  await expect(consume({ keyReads: limiter }, ['keyReads', 'agr_1'], 1, {})).rejects.toMatchObject({ code: 'service_busy' });
});
