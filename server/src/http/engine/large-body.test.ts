import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import type { HttpServer } from './http-server.ts';

const database = useTestDatabase();
const api = useApi(database);
let web: HttpServer;
let origin: string;

beforeAll(async () => {
  web = await buildWeb(createTestServices(database));
  origin = await web.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => web?.close());

const MIB = 1_048_576;
const BLOCK = Buffer.alloc(65_536, 'x');

interface Sent {
  path: string;
  headers: Record<string, string>;
  bytes: number;
}

interface Answer {
  status: number;
  body: string;
}

/** The body in blocks, so that no client has all of it in memory. */
const blocks = (bytes: number): Buffer[] => Array.from({ length: bytes / BLOCK.length }, () => BLOCK);

async function byFetch({ path, headers, bytes }: Sent): Promise<Answer> {
  const answer = await fetch(new URL(path, origin), { method: 'POST', headers, body: Buffer.alloc(bytes, 'x') });
  return { status: answer.status, body: await answer.text() };
}

async function byFetchInChunks({ path, headers, bytes }: Sent): Promise<Answer> {
  const body = Readable.toWeb(Readable.from(blocks(bytes)));
  const answer = await fetch(new URL(path, origin), { method: 'POST', headers, body, duplex: 'half' });
  return { status: answer.status, body: await answer.text() };
}

/** Without an agent, Node sends `Connection: close`. It stops writing when it has the response. */
async function byNode({ path, headers, bytes }: Sent, framing: Record<string, string>): Promise<Answer> {
  const sending = httpRequest(new URL(path, origin), { method: 'POST', agent: false, headers: { ...headers, ...framing } });
  Readable.from(blocks(bytes)).pipe(sending);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

/** Like many clients, for example of Python and Java: reads the response only after the whole body has been written. */
async function byWritingFirst({ path, headers, bytes }: Sent, connection: string): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).pause();
  const head = { host: 'localhost', connection, 'content-length': String(bytes), ...headers };
  socket.write(
    `POST ${path} HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  await pipeline(Readable.from(blocks(bytes)), socket, { end: false });
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.destroy();
  const [first = '', body = ''] = answer.toString().split('\r\n\r\n');
  return { status: Number(first.split(' ')[1]), body };
}

const CLIENTS: [string, (sent: Sent) => Promise<Answer>][] = [
  ['fetch with a Content-Length', byFetch],
  ['fetch in chunks', byFetchInChunks],
  ['node:http with a Content-Length', (sent) => byNode(sent, { 'content-length': String(sent.bytes) })],
  ['node:http in chunks', (sent) => byNode(sent, { 'transfer-encoding': 'chunked' })],
  ['a client that writes first and keeps its connection', (sent) => byWritingFirst(sent, 'keep-alive')],
  ['a client that writes first and closes its connection', (sent) => byWritingFirst(sent, 'close')],
];
const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

describe.each(CLIENTS)('a body above the limit, sent by %s', (_name, send) => {
  it.each([
    ['/api/v1/drafts', JSON_BODY, 2, '1024 KiB'],
    ['/api/v1/drafts', JSON_BODY, 5, '1024 KiB'],
    ['/api/v1/drafts', JSON_BODY, 50, '1024 KiB'],
    ['/api/create-post-draft', JSON_BODY, 10, '1024 KiB'],
    ['/api/graphql', JSON_BODY, 10, '1024 KiB'],
    ['/api/mcp', JSON_BODY, 10, '1024 KiB'],
    ['/api/oauth/token', FORM, 10, '16 KiB'],
  ])('to %s as %s of %i MiB is refused with the limit', async (path, type, mebibytes, limit) => {
    const headers = { authorization: api.agent.authorization, 'content-type': type };
    const { status, body } = await send({ path, headers, bytes: mebibytes * MIB });
    expect(status).toBe(413);
    expect(body).toContain(limit);
  });
});

describe.each(CLIENTS)('a refusal before the body is read, sent to %s', (_name, send) => {
  it.each([
    ['a wrong key', '/api/v1/drafts', 401],
    ['a URL that is malformed', '/api/v1/drafts/%zz', 400],
  ])('arrives for %s', async (_what, path, status) => {
    const headers = { authorization: 'Bearer wrong', 'content-type': JSON_BODY };
    expect((await send({ path, headers, bytes: 10 * MIB })).status).toBe(status);
  });
});
