import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '../testing/factories.ts';
import { useOauth } from '../testing/oauth.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const web = useOauth(database);

let authorization: string;
beforeAll(async () => {
  ({ authorization } = await givenAgent(web.services, web.home.workspace));
});

interface Refusal {
  status: number;
  error?: { code: number; message: string; data?: unknown };
}

async function send(headers: Record<string, string>, body: object, query = ''): Promise<Refusal> {
  const response = await fetch(`${web.url}/api/mcp${query}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });
  const text = await response.text();
  return { ...JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text), status: response.status };
}

const NOW = '2026-07-28';
const list = (protocolVersion: unknown) => ({
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const UNKNOWN = ['1999-01-01', '2099-01-01', 'newest', '', `${NOW}, 2025-11-25`];

describe('an unknown revision of the protocol', () => {
  it.each(UNKNOWN)('%j is refused with the supported revisions', async (revision) => {
    const { status, error } = await send({ 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' }, list(revision));
    expect([status, error]).toEqual([400, expect.objectContaining({ code: -32_022, data: { supported: [NOW], requested: revision } })]);
    expect(await send({ 'mcp-protocol-version': revision }, { method: 'tools/list' })).toMatchObject({
      status: 400,
      error: { code: expect.any(Number), message: expect.stringMatching(/protocol (?:version|revision)/) },
    });
  });

  it.each(UNKNOWN)('%j gets a supported revision when it initializes a session', async (revision) => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    expect(await send({}, { method: 'initialize', params })).toMatchObject({ status: 200, result: { protocolVersion: '2025-11-25' } });
  });

  it.each([
    ['the body names another one than the header', { 'mcp-method': 'tools/list' }, list('2099-01-01'), -32_020],
    ['the header names another method', { 'mcp-method': 'tools/call' }, list(NOW), -32_020],
    ['it is no text', { 'mcp-method': 'tools/list' }, list({}), -32_602],
  ])('is refused where %s', async (_what, headers, body, code) => {
    expect(await send({ 'mcp-protocol-version': NOW, ...headers }, body)).toMatchObject({ status: 400, error: { code } });
  });
});

it('refuses a token of another issuer and audience', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'none' })}.${part({ iss: web.url, aud: 'https://elsewhere.example/mcp', scope: 'read' })}.`;
  expect(await send({ authorization: `Bearer ${token}` }, { method: 'tools/list' })).toMatchObject({ status: 401, code: 'key_malformed' });
});

const callMe = { method: 'tools/call', params: { name: 'get_me', arguments: {} } };

it('refuses a body with a repeated member, with its path', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_me","name":"list_drafts"}}';
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`${web.url}/api/mcp`, { method: 'POST', headers, body });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed_json', errors: [{ pointer: '/params/name' }] }]);
});

interface Called {
  result: { content: { text: string }[]; structuredContent: object };
}

it.each([
  ['of a revision without structured content', '', {}],
  ['that says so', '?text=full', { 'mcp-protocol-version': '2025-11-25' }],
])('a client %s gets the whole response as text', async (_what, query, headers) => {
  const { result } = (await send(headers, callMe, query)) as unknown as Called;
  expect(result.content).toHaveLength(2);
  expect(JSON.parse(result.content[1]?.text ?? '')).toEqual(result.structuredContent);
});

it('any other client gets it once', async () => {
  const { result } = (await send({ 'mcp-protocol-version': '2025-11-25' }, callMe)) as unknown as Called;
  expect(result).toMatchObject({ content: [{ type: 'text', text: expect.stringMatching(/^You are /) }] });
});
