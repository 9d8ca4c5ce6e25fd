import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageServer, startPageServer } from '../../testing/servers/page-server.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { createBlueskyAccounts } from './resolve-handle.ts';

const blueskyAccounts = createBlueskyAccounts(createTestOutbound());

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

const NEVER = new AbortController().signal;
const ask = (handle: string) => blueskyAccounts.ask(handle, `http://${server.address}`, NEVER);
const answer = (handle: string, status: number, body: unknown) =>
  server.on(`/xrpc/com.atproto.identity.resolveHandle?handle=${handle}`, (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );

it.each([
  ['Thanks @Ada.Example.org, and @pilot.test!', ['ada.example.org', 'pilot.test']],
  ['(@a-b.c-d.test) @xn--bcher-kva.example.', ['a-b.c-d.test', 'xn--bcher-kva.example']],
  ['ada@example.org, @ada, @ada@example.social, @types/node.js', []],
  ['https://example.org/@ada.example.org and @-a.test and @a..test', []],
  [`@${'a.'.repeat(130)}test`, []],
])('finds the handles in "%s"', (text, handles) => {
  expect(blueskyAccounts.find(text)).toEqual(handles);
});

it('resolves a handle, and reports an unknown one', async () => {
  answer('ada.test', 200, { did: 'did:plc:abcdefghijklmnopqrstuvwx' });
  answer('nobody.test', 400, { error: 'InvalidRequest', message: 'Unable to resolve handle' });
  expect([await ask('ada.test'), await ask('nobody.test')]).toEqual(['did:plc:abcdefghijklmnopqrstuvwx', null]);
});

it.each<[string, number, unknown]>([
  ['is broken', 500, { error: 'InternalServerError' }],
  ['wants to rest', 429, { error: 'RateLimitExceeded' }],
  ['answers with something else', 200, { did: 'https://example.org/' }],
  ['answers with nothing', 200, null],
])('does not take a server that %s for an unknown name', async (_, status, body) => {
  answer('ada.test', status, body);
  await expect(ask('ada.test')).rejects.toThrow();
});
