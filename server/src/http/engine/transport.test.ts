import { gunzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLimits } from '../../config/limits-config.ts';
import { expectProblem, useApi } from '../../testing/api.ts';
import { givenUser } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices, testConfig } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import { cookieName } from '../auth/cookies.ts';
import type { HttpServer } from './http-server.ts';

const database = useTestDatabase();
const api = useApi(database);
let web: HttpServer;

beforeAll(async () => {
  web = await buildWeb(createTestServices(database, { config: testConfig(database, { limits: readLimits({}) }) }));
});
afterAll(() => web?.close());

it.each(['/api/v1/platforms', '/api/openapi.json'])('%s is compressed for a client that accepts it, with a stable ETag', async (path) => {
  const headers = { ...api.agent, authorization: api.agent.authorization, 'accept-encoding': 'gzip' };
  const answer = await api.app.inject({ url: path, headers: { authorization: headers.authorization, 'accept-encoding': 'gzip' } });
  expect([answer.statusCode, answer.headers['content-encoding'], answer.headers.vary]).toEqual([200, 'gzip', 'accept-encoding']);
  const plain = await api.app.inject({ url: path, headers: { authorization: headers.authorization } });
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body);
  const etag = String(plain.headers.etag);
  const again = await api.app.inject({ url: path, headers: { authorization: headers.authorization, 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it.each(['/api/v1/drafts', '/api/graphql', '/api/mcp'])(
  'a compressed request to %s is refused with the accepted encodings',
  async (url) => {
    const answer = await web.inject({
      method: 'POST',
      url,
      headers: { authorization: api.agent.authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from([31, 139, 8, 0]),
    });
    if (url === '/api/v1/drafts') expectProblem(answer, 'unsupported_media_type');
    expect(answer.statusCode).toBe(415);
    expect(answer.headers['accept-encoding']).toBe('identity');
  },
);

it.each([
  ['/nothing-here', 'application/json', 404],
  ['/nothing-here', 'text/html,application/xhtml+xml,*/*;q=0.8', 200],
  ['/metrics', '*/*', 404],
  ['/v1/drafts', 'text/html', 404],
])('%s responds to a client that accepts %s with %i', async (url, accept, status) => {
  const answer = await api.app.inject({ url, headers: { accept } });
  if (status === 404) expectProblem(answer, 'not_found');
  // Where the console is not built, it says so.
  else expect([200, 503]).toContain(answer.statusCode);
});

it('reads, checks and read-only tools do not count against the limit of changes', async () => {
  const left = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await web.inject({ method: 'POST', url, payload, headers: { authorization: api.agent.authorization, ...headers } });
    return String(answer.headers.ratelimit);
  };
  const { workspaceId } = api.home;
  expect(
    await left('/api/v1/usage/precheck', { workspace_id: workspaceId, draft_id: 'drf_00000000-0000-7000-8000-000000000000' }),
  ).toContain('reads');
  expect(await left('/api/v1/validate', { platforms: ['x'], text: 'Hello' })).toContain('reads');
  const accept = { accept: 'application/json, text/event-stream' };
  const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  expect(await left('/api/mcp', call('list_drafts'), accept)).not.toContain('writes');
  expect(await left('/api/mcp', call('create_draft'), accept)).toContain('writes');
});

describe('a page of any origin', () => {
  const origin = 'https://app.example';
  const preflight = async (url: string, asked: string) => {
    const headers = { origin, 'access-control-request-method': 'POST', ...(asked && { 'access-control-request-headers': asked }) };
    return (await web.inject({ method: 'OPTIONS', url, headers })).headers;
  };
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it.each<[string, object]>([
    ['/api/v1/drafts', {}],
    ['/api/graphql', { query: '{ __typename }' }],
    ['/api/mcp', ping],
    ['/api/generate-description', {}],
    ['/api/create-post-draft', {}],
    ['/api/create-platform-payload', {}],
    ['/api/create-publish-job', {}],
  ])('may call %s with a key and read the answer, and its cookies are ignored', async (url, payload) => {
    const asked = await preflight(url, 'authorization,content-type');
    expect([asked['access-control-allow-origin'], asked['access-control-allow-credentials']]).toEqual(['*', undefined]);
    expect((await preflight(url, ''))['access-control-allow-origin']).toBeUndefined();
    const { sessionToken } = await givenUser(api.services, api.home.accountId);
    const cookie = `${cookieName(api.services.config)}=${sessionToken}`;
    const call = (headers: Record<string, string>) =>
      web.inject({ method: 'POST', url, payload, headers: { origin, accept: 'application/json, text/event-stream', ...headers } });
    const known = await call({ authorization: api.agent.authorization, cookie });
    expect([known.statusCode === 401, known.headers['access-control-allow-origin']]).toEqual([false, '*']);
    const unknown = await call({ authorization: 'Bearer wrong', cookie });
    expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([401, '*']);
    const keyless = await call({ cookie });
    expect([keyless.statusCode, keyless.headers['access-control-allow-origin']]).toEqual([keyless.statusCode, undefined]);
    expect(keyless.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('may send every header that the MCP client of revision 2026-07-28 sends, whose list of tools is compressed', async () => {
    const sent = new Set<string>();
    const codings = new Map<unknown, string | null>();
    const url = new URL(`${await web.listen({ port: 0, host: '127.0.0.1' })}/api/mcp`);
    const noting: typeof fetch = async (to, init) => {
      const headers = new Headers(init?.headers);
      for (const name of headers.keys()) sent.add(name);
      const answer = await fetch(to, init);
      codings.set(headers.get('mcp-method'), answer.headers.get('content-encoding'));
      return answer;
    };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const { authorization } = api.agent;
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } }, fetch: noting }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    await client.callTool({ name: 'list_drafts', arguments: {} });
    await client.close();
    expect(codings.get('tools/list')).toBe('gzip');
    expect([...sent]).toEqual(expect.arrayContaining(['authorization', 'mcp-method', 'mcp-name', 'mcp-protocol-version']));
    const allowed = String((await preflight('/api/mcp', [...sent].join(',')))['access-control-allow-headers']).split(/, */);
    expect([...sent].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('may read the OpenAPI document without a key', async () => {
    const answer = await web.inject({ url: '/api/openapi.json', headers: { origin } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });
});
