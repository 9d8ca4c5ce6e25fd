import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { generateSecretKey, nip19 } from 'nostr-tools';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import type { JsonObject } from '../platforms/platform.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { type Caller, type GraphqlRefusal, useGraphql } from '../testing/graphql.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';

/** Counts connections, and never responds. */
interface CountingServer {
  port: number;
  count(): number;
  stop(): Promise<unknown>;
}

async function startCountingServer(host: string, wanted = 0): Promise<CountingServer> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  }).listen(wanted, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, count: () => count, stop: () => once(server.close(), 'close') };
}

/** Fake DNS responses, in order. */
const names: Record<string, string[][]> = {};
const resolve = async (hostname: string) => ((names[hostname]?.length ?? 0) > 1 ? names[hostname]?.shift() : names[hostname]?.[0]) ?? [];

/** On this machine, but not allowed by the operator. */
let inside: CountingServer;
/** The allowed site's port on another loopback address, which a rebinding name resolves to. */
let neighbour: CountingServer;
/** The one address that the operator allowed, as if it were public. */
let site: PageServer;

const database = useTestDatabase();
const parts: Partial<Services> = {};
beforeAll(async () => {
  [inside, site] = await Promise.all([startCountingServer('127.0.0.1'), startPageServer()]);
  neighbour = await startCountingServer('127.0.0.2', Number(site.address.split(':')[1]));
  parts.outbound = createTestOutbound([site.address], resolve);
});
const graphql = useGraphql(database, parts);
afterAll(() => Promise.all([inside.stop(), neighbour.stop(), site.stop()]));

let owner: Caller;
let workspaceId: string;
beforeEach(async () => {
  const { workspace, accountId } = await givenWorkspace(graphql.services);
  workspaceId = workspace.id;
  owner = graphql.browserOf(await givenUser(graphql.services, accountId, { role: 'owner' }));
  site.seen.length = 0;
});

const secretKey = nip19.nsecEncode(generateSecretKey());
const asRelay = (address: string): string => address.replace(/^http/, 'ws');

/** Every platform with a server address, and its field. */
const SERVERS: [string, string, (address: string) => JsonObject][] = [
  ['a Mastodon server', 'mastodon', (server) => ({ server, accessToken: 'token-of-harbour' })],
  ['a Bluesky server', 'bluesky', (service) => ({ service, identifier: 'harbour.test', appPassword: 'aaaa-bbbb-cccc-dddd' })],
  ['a WordPress site', 'wordpress', (address) => ({ site: address, username: 'ada', applicationPassword: 'abcd efgh ijkl' })],
  ['a Ghost site', 'ghost', (address) => ({ site: address, adminKey: `${'a1'.repeat(12)}:${'b2'.repeat(32)}` })],
  ['a Lemmy server', 'lemmy', (server) => ({ server, username: 'ada', password: 'abcd', community: 'harbour' })],
  ['a Postiz server', 'postiz', (address) => ({ address, apiKey: 'postiz-key-of-harbour', channel: 'harbour' })],
  ['a Nostr relay', 'nostr', (address) => ({ secretKey, relays: asRelay(address), mediaServer: '' })],
  ['one of several relays', 'nostr', (address) => ({ secretKey, relays: `ws://${site.address}, ${asRelay(address)}`, mediaServer: '' })],
  ['a Blossom server', 'nostr', (mediaServer) => ({ secretKey, relays: `ws://${site.address}`, mediaServer })],
];

const CONNECT = 'mutation Add($input: AddConnectionInput!) { addConnection(input: $input) { id } }';
const START = 'mutation Start($input: StartConnectingInput!) { startConnecting(input: $input) { url } }';

async function refusalOf(mutation: string, input: JsonObject): Promise<GraphqlRefusal> {
  const { errors } = await graphql.ask(owner, mutation, { input: { workspaceId, ...input } });
  expect(errors).toHaveLength(1);
  return errors[0] as GraphqlRefusal;
}
const connect = (platform: string, credentials: JsonObject) => refusalOf(CONNECT, { platform, credentials });

/** Every spelling of a non-public address, with or without a listener. */
const attacks = (): string[] => [
  `https://127.0.0.1:${inside.port}`,
  `http://127.0.0.1:${inside.port}`,
  `https://127.0.0.2:${neighbour.port}`,
  ...['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '0.0.0.0', '127.0.0.1.', 'localhost', 'localhost.', 'intranet'].map(
    (host) => `https://${host}:${inside.port}`,
  ),
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'].map(
    (host) => `https://${host}:${inside.port}`,
  ),
  ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'].map((host) => `https://${host}`),
  `https://inside.example.org:${inside.port}`,
  'https://cloud.example.org',
  'https://nowhere.example.org',
  'https://posts.example.org',
  `http://public.example.org:${inside.port}`,
];

describe.each(SERVERS)('%s that a customer names', (_, platform, credentialsOf) => {
  beforeEach(() => {
    names['inside.example.org'] = [['127.0.0.1', '::1']];
    names['cloud.example.org'] = [['169.254.169.254', '::ffff:169.254.169.254']];
    names['public.example.org'] = [['8.8.8.8']];
  });

  it('is refused in a private network, however it is written, with one error and without a connection', async () => {
    const before = [inside.count(), neighbour.count()];
    for (const address of attacks()) {
      const { message, extensions } = await connect(platform, credentialsOf(address));
      expect([address, extensions.code, extensions.status]).toEqual([address, 'address_refused', 422]);
      expect(extensions.remedy).toContain('OUTBOUND_PRIVATE_ADDRESSES');
      expect(message).toMatch(/is not on the public internet|leads to this service itself|must begin with (?:https|wss):\/\//);
    }
    expect([inside.count(), neighbour.count()]).toEqual(before);
  });

  it('is refused with the same message, with or without a listener there', async () => {
    const closed = await startCountingServer('127.0.0.1');
    await closed.stop();
    const [open, shut] = [
      await connect(platform, credentialsOf(`https://127.0.0.1:${inside.port}`)),
      await connect(platform, credentialsOf(`https://127.0.0.1:${closed.port}`)),
    ];
    expect(open).toEqual(shut);
  });

  it('does not redirect to a private address, and its response is not disclosed', async () => {
    const before = inside.count();
    const secret = 'what-a-neighbour-keeps-to-itself';
    for (const [status, body] of [
      [302, secret],
      [200, secret],
      [200, JSON.stringify({ error: secret, message: secret, code: secret })],
      [400, JSON.stringify({ error: secret, message: secret, code: secret })],
      [401, JSON.stringify({ error: secret, message: secret, code: secret })],
      [500, JSON.stringify({ error: secret, message: secret, code: secret })],
    ] as const) {
      site.answerAll((response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/`, 'content-type': 'application/json' }).end(body),
      );
      const { message, extensions } = await connect(platform, credentialsOf(`http://${site.address}`));
      expect(extensions.code).toBe('bad_user_input');
      expect(message).not.toContain(secret);
    }
    expect(site.seen.length).toBeGreaterThan(0);
    expect(inside.count()).toBe(before);
  });

  it('is connected at the address that was checked, whatever its name resolves to later', async () => {
    const before = neighbour.count();
    const [, port] = site.address.split(':');
    names['turning.example.org'] = [['127.0.0.1'], ['127.0.0.2']];
    await connect(platform, credentialsOf(`http://turning.example.org:${port}`));
    names['both.example.org'] = [['127.0.0.2', '10.0.0.1', '127.0.0.1']];
    await connect(platform, credentialsOf(`http://both.example.org:${port}`));
    expect(neighbour.count()).toBe(before);
  });
});

it('a server for sign-in has the same rules', async () => {
  names['inside.example.org'] = [['127.0.0.1']];
  for (const server of attacks()) {
    const { extensions } = await refusalOf(START, { platform: 'mastodon', values: { server } });
    expect([server, extensions.code]).toEqual([server, 'address_refused']);
  }
});

it('of a WordPress site nothing but its REST API is called', async () => {
  site.answerAll((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  const named = (address: string) => connect('wordpress', { site: address, username: 'ada', applicationPassword: 'abcd' });
  await named(`http://${site.address}/blog/`);
  await named(`http://${site.address}/admin/delete`);
  for (const tail of ['/?action=delete', '/a%2Fb', '/#x', '//elsewhere.example.org', '/a;b']) await named(`http://${site.address}${tail}`);
  expect(site.seen.map(({ path }) => path.split('&')[0])).toEqual([
    '/blog/index.php?rest_route=%2Fwp%2Fv2%2Fusers%2Fme',
    '/admin/delete/index.php?rest_route=%2Fwp%2Fv2%2Fusers%2Fme',
  ]);
});

it('of a Nostr relay only the relay is called', async () => {
  await connect('nostr', { secretKey, relays: `ws://${site.address}/?action=delete`, mediaServer: '' });
  expect(site.seen).toEqual([]);
  // It is no relay, so its relay document is not requested.
  await connect('nostr', { secretKey, relays: `ws://${site.address}`, mediaServer: '' });
  expect(site.seen.map(({ headers }) => headers.upgrade)).toEqual(['websocket']);
});
