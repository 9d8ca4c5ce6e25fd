import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../languages/sentence.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import type { OutboundRequest } from './fetch-bounded.ts';
import { OutboundFault } from './outbound-fault.ts';

let site: PageServer;
let elsewhere: PageServer;
beforeAll(async () => {
  [site, elsewhere] = await Promise.all([startPageServer(), startPageServer()]);
});
afterAll(() => Promise.all([site.stop(), elsewhere.stop()]));
beforeEach(() => {
  site.seen.length = 0;
  elsewhere.seen.length = 0;
});

const BOUNDS: OutboundRequest = { timeoutMs: 5_000, mostBytes: 1_000 };
const SECRETS = { authorization: 'Bearer secret', cookie: 'a=secret', 'x-api-key': 'secret', accept: 'application/json' };
const call = (url: string, request: Partial<OutboundRequest> = {}) => createTestOutbound().fetch(url, { ...BOUNDS, ...request });
const at = (path: string) => `http://${site.address}${path}`;
const faultOf = (work: Promise<unknown>): Promise<OutboundFault> =>
  work.then(
    () => Promise.reject(new Error('It worked.')),
    (error) => (error instanceof OutboundFault ? error : Promise.reject(error)),
  );

it('sends what changes something on a connection of its own, which no earlier response can have ended', async () => {
  const outbound = createTestOutbound();
  const answered = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    // As a server that closes a kept connection while the next request is on its way.
    if (answered.has(request.socket)) request.socket.destroy();
    else response.end('here');
    answered.add(request.socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await outbound.fetch(url, BOUNDS);
  for (const method of ['POST', 'PUT', 'DELETE']) expect(await outbound.fetch(url, { ...BOUNDS, method })).toMatchObject({ status: 200 });
  expect(await faultOf(outbound.fetch(url, BOUNDS))).toMatchObject({ kind: 'lost' });
  server.closeAllConnections();
  server.close();
});

describe('a redirect', () => {
  it('is the response if it is not to be followed', async () => {
    site.on('/away', (response) => response.writeHead(307, { location: '/home' }).end());
    expect(await call(at('/away'))).toMatchObject({ status: 307 });
    expect(site.seen).toHaveLength(1);
  });

  it('is never followed with the request’s data', async () => {
    site.on('/away', (response) => response.writeHead(307, { location: '/home' }).end());
    expect(await call(at('/away'), { method: 'POST', body: 'words', redirects: 5 })).toMatchObject({ status: 307 });
    expect(site.seen).toHaveLength(1);
  });

  it('takes nothing that opens anything to another origin, and all of it within one', async () => {
    site.on('/first', (response) => response.writeHead(302, { location: '/second' }).end());
    site.on('/second', (response) => response.writeHead(302, { location: `http://${elsewhere.address}/third` }).end());
    await call(at('/first'), { redirects: 5, headers: SECRETS });
    expect(site.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret']);
    const [{ headers } = { headers: {} }] = elsewhere.seen;
    expect(headers).toMatchObject({ accept: 'application/json' });
    expect(JSON.stringify(headers)).not.toContain('secret');
  });
});

describe('limits', () => {
  it('a body: it is refused, or truncated where permitted, and no more of it is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000, 'a'));
    site.on('/large', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await faultOf(call(at('/large')))).toMatchObject({ kind: 'lost', message: 'The response is larger than 1000 bytes.' });
    expect((await call(at('/large'), { mayCut: true })).bytes).toHaveLength(1_000);
    expect((await call(at('/large'), { mayCut: true, mostBytes: 0 })).bytes).toHaveLength(0);
  });

  it('the total time, also of a body that arrives byte by byte', async () => {
    site.on('/silent', () => {});
    site.on('/slow', (response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip)).writeHead(200);
    });
    const impatient = { timeoutMs: 200 };
    expect(await faultOf(call(at('/silent'), impatient))).toMatchObject({ kind: 'lost', message: 'It took too long.' });
    expect(await faultOf(call(at('/slow'), impatient))).toMatchObject({ kind: 'lost', message: 'It took too long.' });
  });

  it('by the response’s head: the rest is not read', async () => {
    const closed = Promise.withResolvers<unknown>();
    site.on('/endless', (response) => {
      closed.resolve(once(response, 'close'));
      response.writeHead(200, { 'content-type': 'video/mp4' }).write('x');
    });
    const judge = () => {
      throw new Error('This is no document.');
    };
    await expect(call(at('/endless'), { judge })).rejects.toThrow('This is no document.');
    await closed.promise;
  });
});

describe('distinguishes', () => {
  it('a call that cannot have arrived from one that may have', async () => {
    const gone = await startPageServer();
    await gone.stop();
    expect(await faultOf(call(`http://${gone.address}/`))).toMatchObject({ kind: 'unsent', message: 'It could not be reached.' });
    site.on('/reset', (response) => response.destroy());
    expect(await faultOf(call(at('/reset')))).toMatchObject({ kind: 'lost', message: 'The connection ended before it responded.' });
  });

  it('a name that could not be looked up, before a call that changes something, from one that may have arrived', async () => {
    const isLost = async (): Promise<never> => {
      throw new OutboundFault('unsent', say`The name ${'example.org'} could not be looked up.`);
    };
    const outbound = createTestOutbound([], isLost);
    const post = outbound.fetch('https://example.org/', { ...BOUNDS, method: 'POST', body: 'words' });
    expect(await faultOf(post)).toMatchObject({ kind: 'unsent', message: 'The name example.org could not be looked up.' });
  });

  it.each([
    ['a server without encryption', 'http://8.8.8.8/', 'must begin with https://'],
    ['a password', 'https://ada:secret@example.org/', 'contains a user name or password'],
    ['a file', 'file:///etc/passwd', 'does not lead to a web page'],
    ['a port of mail', 'https://8.8.8.8:25/', 'leads to port 25'],
    ['no address', 'https://', 'not a valid address'],
  ])('%s is refused before anything is sent', async (_, url, message) => {
    expect(await faultOf(call(url))).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) });
  });
});

describe('what the operator allows', () => {
  const port = () => site.address.split(':')[1];
  const open = (entry: string, host: string, names: string[] = []) =>
    createTestOutbound([entry], async () => names).fetch(`http://${host}:${port()}/`, BOUNDS);

  it('is opened by its address and port, whatever name leads there', async () => {
    expect(await open(site.address, 'mastodon.example.org', ['127.0.0.1'])).toMatchObject({ status: 404 });
    expect(await faultOf(open('127.0.0.1:1', 'mastodon.example.org', ['127.0.0.1']))).toMatchObject({ kind: 'refused' });
  });

  it('is allowed by its name, wherever it resolves to', async () => {
    expect(await open(`localhost:${port()}`, 'localhost')).toMatchObject({ status: 404 });
    expect(await faultOf(open(`localhost:${port()}`, '127.0.0.1'))).toMatchObject({ kind: 'refused' });
  });

  it('may be opened on every port', async () => {
    expect(await open('127.0.0.1:*', '127.0.0.1')).toMatchObject({ status: 404 });
  });
});

it.each([
  ['a text', 'words', 'text/plain;charset=UTF-8'],
  ['a form', new URLSearchParams({ a: 'b' }), 'application/x-www-form-urlencoded;charset=UTF-8'],
  ['a form with files', Object.assign(new FormData(), {}), 'multipart/form-data'],
])('%s is sent with its type', async (_, body, type) => {
  await call(at('/form'), { method: 'POST', body });
  expect(site.seen[0]?.headers['content-type']).toContain(type);
});
