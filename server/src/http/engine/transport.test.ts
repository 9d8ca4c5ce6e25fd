import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readLimits } from '../../config/limits-config.ts';
import { expectProblem, useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices, testConfig } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';

const database = useTestDatabase();
const api = useApi(database);

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

it('a compressed request is refused with the accepted encodings', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/drafts',
    headers: { authorization: api.agent.authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from([31, 139, 8, 0]),
  });
  expectProblem(answer, 'unsupported_media_type');
  expect(answer.headers['accept-encoding']).toBe('identity');
});

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
  const web = await buildWeb(createTestServices(database, { config: testConfig(database, { limits: readLimits({}) }) }));
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
  await web.close();
});

it.each(['/api/v1/drafts', '/api/graphql', '/api/mcp', '/create-post-draft', '/api/openapi.json'])(
  'a page of any origin may call %s with a key, and its cookies are ignored',
  async (path) => {
    const url = path.startsWith('/api') ? path : `/api${path}`;
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const asked = { ...preflight, 'access-control-request-headers': 'authorization, content-type' };
    const answer = await api.app.inject({ method: 'OPTIONS', url, headers: asked });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const bare = await api.app.inject({ method: 'OPTIONS', url, headers: preflight });
    expect(bare.headers['access-control-allow-origin']).toBeUndefined();
  },
);
