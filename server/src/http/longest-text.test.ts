import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';

const database = useTestDatabase();
const api = useApi(database);
let web: HttpServer;
beforeAll(async () => {
  web = await buildWeb(createTestServices(database));
});
afterAll(() => web?.close());

/** JSON as some libraries write it, for example Python's: every letter outside of ASCII is escaped. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function post(url: string, body: unknown, write: (value: unknown) => string) {
  const accept = 'application/json, text/event-stream';
  const headers = { authorization: api.agent.authorization, 'content-type': 'application/json', accept };
  return web.inject({ method: 'POST', url, headers, payload: write(body) });
}

type Send = (sourceText: string, write: (value: unknown) => string) => Promise<string>;
const draft = (text: string) => ({
  workspace_id: api.home.workspaceId,
  source_text: text,
  platforms: ['sandbox'],
  publish_mode: 'draft_only',
});

/** Each returns what the response says about the draft. */
const TRANSPORTS: [string, Send][] = [
  ['REST', async (text, write) => (await post('/api/v1/drafts', draft(text), write)).body],
  ['a named operation', async (text, write) => (await post('/api/create-post-draft', draft(text), write)).body],
  [
    'MCP',
    async (text, write) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_draft', arguments: draft(text) } };
      return (await post('/api/mcp', call, write)).body;
    },
  ],
  [
    'GraphQL',
    async (text, write) => {
      const query = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id } }';
      const input = { workspaceId: api.home.workspaceId, sourceText: text, platforms: ['sandbox'], publishMode: 'DRAFT_ONLY' };
      return (await post('/api/graphql', { query, variables: { input } }, write)).body;
    },
  ],
];

describe.each(TRANSPORTS)('a source text of 100,000 UTF-16 code units by %s', (_name, send) => {
  it.each([
    ['letters of three bytes', '\u6e2f'.repeat(100_000), JSON.stringify],
    ['escaped letters', '\u6e2f'.repeat(100_000), escaped],
    ['emoji, which are two units each', '🙂'.repeat(50_000), escaped],
  ])('of %s is accepted, and one more is refused by its field', async (_letters, text, write) => {
    expect(await send(text, write)).toMatch(/drf_/);
    const refused = await send(`${text}.`, write);
    expect(refused).not.toMatch(/drf_/);
    expect(refused).toMatch(/100,?000 characters/);
  });
});
