import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientDocuments } from '../../access/oauth/clients/client-documents.ts';
import type { Services } from '../../context.ts';
import { countRows } from '../../testing/api.ts';
import { type Answer, approve, seen, startDevice, useOauth } from '../../testing/oauth.ts';
import { type PageServer, startPageServer } from '../../testing/servers/page-server.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';

/** DNS answers; a list is answered one by one. */
const names: Record<string, string[][]> = {};
const resolve = async (hostname: string) => ((names[hostname]?.length ?? 0) > 1 ? names[hostname]?.shift() : names[hostname]?.[0]) ?? [];

/** The one address that the operator allowed, as if it were public. */
let site: PageServer;
const database = useTestDatabase();
const parts: Partial<Services> = {};
beforeAll(async () => {
  site = await startPageServer();
  parts.outbound = createTestOutbound([site.address], resolve);
});
const stage = useOauth(database, parts);
afterAll(() => site.stop());

const LOOPBACK = 'http://127.0.0.1/callback';
const HTTPS = 'https://client.example/callback';
let count = 0;
let clientId: string;
beforeEach(() => {
  count += 1;
  clientId = `http://${site.address}/clients/${count}.json`;
  site.seen.length = 0;
});

const pathOf = (id: string) => new URL(id).pathname;
/** Serves a document at the client's URL. */
function publish(document: unknown, headers: Record<string, string> = {}): void {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  site.on(pathOf(clientId), (response) => response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text));
}
const described = (changes: object = {}) => ({
  client_id: clientId,
  client_name: 'Desk',
  client_uri: 'https://client.example/',
  redirect_uris: [HTTPS, LOOPBACK, 'desk-app://callback'],
  ...changes,
});

const verifier = randomBytes(32).toString('base64url');
const authorize = (changes: Record<string, string> = {}): Promise<Answer> =>
  stage.get(
    `/api/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: HTTPS,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'read',
      ...changes,
    })}`,
  );
const requestOf = ({ headers }: Answer) => new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
const ORIGIN = 'query ($requestId: String) { grantRequest(requestId: $requestId) { clientName clientUri publishedBy isOriginVerified } }';
async function shown(answer: Answer): Promise<unknown> {
  const { body } = await stage.graphql(stage.owner, ORIGIN, { requestId: requestOf(answer) });
  return (body as { data: { grantRequest: unknown } }).data.grantRequest;
}

it('advertises support for client metadata documents', async () => {
  const { body } = await stage.get('/.well-known/oauth-authorization-server');
  expect(body).toMatchObject({ client_id_metadata_document_supported: true, registration_endpoint: expect.any(String) });
});

it('authorizes an unregistered client under the name in its document, and issues the key to that client only', async () => {
  publish(described());
  const requestId = await seen(stage, { requestId: requestOf(await authorize()) });
  const { body } = await approve(stage, requestId);
  const { redirectUrl } = (body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest;
  expect(redirectUrl.startsWith(`${HTTPS}?code=`)).toBe(true);
  const exchange = (client: string) =>
    stage.form('token', {
      grant_type: 'authorization_code',
      code: new URL(redirectUrl).searchParams.get('code') ?? '',
      client_id: client,
      redirect_uri: HTTPS,
      code_verifier: verifier,
    });
  expect((await exchange(`${clientId}x`)).body).toMatchObject({ error: 'invalid_grant' });
  const { access_token: key } = (await exchange(clientId)).body as { access_token: string };
  const me = await stage.get('/api/v1/me', { authorization: `Bearer ${key}` });
  expect(me.body).toMatchObject({ agent: { name: 'Desk' }, scopes: ['read'] });
});

it('shows the host as verified if the redirect goes to it, and as a claim otherwise', async () => {
  const ownHost = `https://${site.address}/callback`;
  publish(described({ redirect_uris: [ownHost, HTTPS, LOOPBACK, 'https://localhost:8443/callback'] }));
  expect(await shown(await authorize({ redirect_uri: ownHost }))).toEqual({
    clientName: 'Desk',
    clientUri: 'https://client.example/',
    publishedBy: site.address,
    isOriginVerified: true,
  });
  for (const elsewhere of [HTTPS, 'http://127.0.0.1:5123/callback', 'https://localhost:8443/callback']) {
    const answer = await authorize({ redirect_uri: elsewhere });
    expect(await shown(answer)).toMatchObject({ publishedBy: site.address, isOriginVerified: false });
  }
});

it('shows no host for a client URL that a device only claims', async () => {
  const flow = await startDevice(stage, { client_id: 'https://claude.ai/oauth/client.json', client_name: 'Claude' });
  const { body } = await stage.graphql(stage.owner, 'query ($c: String) { grantRequest(userCode: $c) { publishedBy isOriginVerified } }', {
    c: flow.user_code,
  });
  expect(body).toMatchObject({ data: { grantRequest: { publishedBy: null, isOriginVerified: false } } });
});

it('changes no row for an anonymous caller who names a client URL', async () => {
  publish(described());
  const count = () => countRows(database.orm);
  const rows = await count();
  expect((await authorize()).status).toBe(302);
  expect(await count()).toEqual(rows);
});

it('caches the document as long as its publisher allows, and a day at most', async () => {
  publish(described(), { 'cache-control': 'public, max-age=99999999' });
  await Promise.all([authorize(), authorize(), authorize()]);
  expect(site.seen).toHaveLength(1);
  stage.clock.advance(86_399_000);
  await authorize();
  expect(site.seen).toHaveLength(1);
  stage.clock.advance(2_000);
  await authorize();
  expect(site.seen).toHaveLength(2);
});

it('fetches the document again if its publisher forbids caching, and after a refusal', async () => {
  publish('not yet');
  expect((await authorize()).status).toBe(400);
  publish(described(), { 'cache-control': 'no-store' });
  expect((await authorize()).status).toBe(302);
  expect((await authorize()).status).toBe(302);
  expect(site.seen).toHaveLength(3);
});

describe('does not redirect the browser, and refuses', () => {
  const refused = async (error: string, sentence: RegExp, changes: Record<string, string> = {}) => {
    const { status, headers, body } = await authorize(changes);
    expect({ status, location: headers.get('location'), body }).toEqual({
      status: 400,
      location: null,
      body: { error, error_description: expect.stringMatching(sentence) },
    });
  };

  it.each<[string, () => unknown, RegExp]>([
    ['a document for another address', () => described({ client_id: `${clientId}?` }), /not the address it was found at/],
    ['a document without a client_id', () => described({ client_id: undefined }), /not the address/],
    ['a document with a secret', () => described({ client_secret: 'x' }), /client_secret/],
    [
      'a client that proves itself by a key',
      () => described({ token_endpoint_auth_method: 'private_key_jwt' }),
      /token_endpoint_auth_method must be/,
    ],
    ['a client of other flows', () => described({ grant_types: ['client_credentials'] }), /authorization_code/],
    ['a name that imitates', () => described({ client_name: 'Countersign (official), verified ✓' }), /client_name/],
    ['a name that turns the text', () => described({ client_name: 'good\u202edab' }), /client_name/],
    ['a home page that is a script', () => described({ client_uri: 'javascript:alert(1)' }), /client_uri/],
    ['no redirects', () => described({ redirect_uris: undefined }), /redirect_uris/],
    ['redirects of forms that nothing is sent to', () => described({ redirect_uris: ['desk://x', 'http://a.example/'] }), /redirect_uris/],
    ['a list', () => [described()], /no JSON object/],
    ['no JSON', () => '<html>', /no JSON object/],
  ])('%s', async (_what, document, sentence) => {
    publish(document());
    await refused('invalid_client_metadata', sentence);
  });

  it('a redirect that the document does not name', async () => {
    publish(described());
    await refused('invalid_request', /redirect_uri is not one that the client registered/, {
      redirect_uri: 'https://evil.example/callback',
    });
  });

  it.each<[string, (at: string) => void, RegExp]>([
    ['a document that is not there', () => undefined, /did not respond with status 200/],
    [
      'one that leads on, even to itself',
      (at) => site.on(at, (response) => response.writeHead(302, { location: `${at}?again` }).end()),
      /did not respond with status 200/,
    ],
    ['a page of another kind', () => publish(described(), { 'content-type': 'text/plain' }), /application\/json/],
    ['more than a document has', () => publish(described({ filler: 'x'.repeat(20_000) })), /larger than 16384 bytes/],
    [
      'a bomb',
      (at) =>
        site.on(at, (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const pour = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
          };
          response.on('drain', pour);
          pour();
        }),
      /larger than 16384 bytes/,
    ],
    [
      'an answer that breaks off',
      (at) =>
        site.on(at, (response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{');
          setImmediate(() => response.destroy());
        }),
      /could not be fetched/,
    ],
  ])('%s', async (_what, serve, sentence) => {
    serve(pathOf(clientId));
    await refused('invalid_client', sentence);
    expect(site.seen).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ['an address of this machine', 'https://127.0.0.1:4431/client.json', /not on the public internet/],
    ['one of a private network', 'https://10.0.0.7/client.json', /not on the public internet/],
    ['the address of cloud secrets', 'https://169.254.169.254/latest/meta-data', /not on the public internet/],
    ['a name without a dot', 'https://intranet/client.json', /not on the public internet/],
    ['a name that leads inside', 'https://inside.example/client.json', /not on the public internet/],
    ['one that is not encrypted', 'http://client.example/client.json', /must begin with https/],
    ['this service itself', 'https://posts.example.org/client.json', /this service itself/],
    ['a host alone', 'https://client.example/', /path/],
    ['a second spelling', 'https://Client.example/client.json', /form that a browser shows/],
    ['a way around', 'https://client.example/a/../client.json', /form that a browser shows/],
    ['a user name', 'https://good.example@evil.example/client.json', /user name/],
    ['a fragment', 'https://client.example/client.json#x', /fragment/],
    ['an address without end', `https://client.example/${'x'.repeat(600)}`, /at most 500/],
  ])('%s', async (_what, address, sentence) => {
    names['inside.example'] = [['10.1.2.3']];
    clientId = address;
    await refused('invalid_client', sentence);
    expect(site.seen).toEqual([]);
  });

  it('DNS rebinding: connects to the IP address that was checked', async () => {
    clientId = `http://turning.example:${site.address.split(':')[1]}/turning.json`;
    publish(described(), { 'cache-control': 'no-store', connection: 'close' });
    names['turning.example'] = [['127.0.0.1'], ['127.0.0.2'], ['10.1.2.3']];
    expect((await authorize()).status).toBe(302);
    expect(names['turning.example']).toEqual([['127.0.0.2'], ['10.1.2.3']]);
    await refused('invalid_client', /must begin with https/);
    expect(site.seen).toHaveLength(1);
  });
});

it('times out on a server that does not respond, and reports it', async () => {
  site.on(pathOf(clientId), () => undefined);
  const documents = createClientDocuments({ ...stage.services, limits: stage.services.config.limits, timeoutMs: 100 });
  const refusal = { code: 'invalid_client', message: expect.stringMatching(/too long/) };
  await expect(documents.find(clientId, '192.0.2.1')).rejects.toMatchObject(refusal);
});

it('fetches at most thirty documents a minute for one address, and locks no one else out', async () => {
  const documents = createClientDocuments({ ...stage.services, limits: { strangers: 1_200 } });
  const ask = (from: string, at: number) => documents.find(`https://10.0.0.1/${at}.json`, from).catch(({ code }: { code: string }) => code);
  const codes = await Promise.all(Array.from({ length: 30 }, (_, at) => ask('192.0.2.1', at)));
  expect(new Set(codes)).toEqual(new Set(['invalid_client']));
  expect([await ask('192.0.2.1', 31), await ask('198.51.100.1', 31)]).toEqual(['rate_limited', 'invalid_client']);
});

it('fetches at most four documents at once for one network, and meanwhile serves other networks', async () => {
  const silent = Array.from({ length: 40 }, (_, at) => `http://${site.address}/silent/${count}-${at}.json`);
  for (const address of silent) site.on(pathOf(address), () => undefined);
  publish(described());
  const limits = { strangers: Number.POSITIVE_INFINITY };
  const documents = createClientDocuments({ ...stage.services, limits, timeoutMs: 2_000 });
  // The other network requests the last of these documents too.
  const theirs = [...silent, clientId].map((address) => documents.find(address, '192.0.2.1').catch(({ code }: { code: string }) => code));
  expect(await documents.find(clientId, '198.51.100.1')).toMatchObject({ name: 'Desk' });
  expect(site.seen.filter(({ path }) => path.includes('/silent/')).length).toBeLessThanOrEqual(4);
  await Promise.all(theirs);
});
