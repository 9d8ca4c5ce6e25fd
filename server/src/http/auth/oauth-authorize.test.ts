import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { Notice } from '../../access/notice.entity.ts';
import { countRows, digestRows } from '../../testing/api.ts';
import { type Answer, approve, deny, lookUp, refusal, seen, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const stage = useOauth(database);
const em = () => stage.services.orm.em.fork();

const LOOPBACK = 'http://127.0.0.1/callback';
const HTTPS = 'https://client.example/callback?kept=1';
let clientId: string;
let otherId: string;

const register = (metadata: unknown): Promise<Answer> =>
  stage.form('register', JSON.stringify(metadata), { 'content-type': 'application/json' });
const registered = async (metadata: object) => ((await register(metadata)).body as { client_id: string }).client_id;
const errorOf = ({ status, body }: Answer) => [status, (body as { error?: string }).error];

beforeAll(async () => {
  clientId = await registered({ client_name: 'Desk', redirect_uris: [LOOPBACK, HTTPS] });
  otherId = await registered({ client_name: 'Other', redirect_uris: ['https://other.example/cb'] });
});

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const authorize = (changes: Record<string, string | undefined> = {}): Promise<Answer> => {
  const parameters = {
    client_id: clientId,
    redirect_uri: LOOPBACK,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'st&te',
    scope: 'read',
    ...changes,
  };
  return stage.get(
    `/api/oauth/authorize?${new URLSearchParams(Object.entries(parameters).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])))}`,
  );
};
const locationOf = ({ headers }: Answer) => new URL(headers.get('location') ?? '');
const requestOf = (answer: Answer) => locationOf(answer).searchParams.get('request') ?? '';

/** The authorization code that the client receives. */
async function allowed(changes: Record<string, string> = {}): Promise<string> {
  const { body } = await approve(stage, await seen(stage, { requestId: requestOf(await authorize(changes)) }));
  const { redirectUrl } = (body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest;
  return new URL(redirectUrl).searchParams.get('code') ?? '';
}

const exchange = (code: string, changes: Record<string, string> = {}): Promise<Answer> =>
  stage.form('token', {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: LOOPBACK,
    code_verifier: verifier,
    ...changes,
  });

let grants: number;
beforeEach(async () => {
  grants = await em().count(Grant);
});

it('redirects the browser to the grant screen without changing a row', async () => {
  const rows = await digestRows(database.orm);
  const answer = await authorize();
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(locationOf(answer).origin + locationOf(answer).pathname).toBe(`${stage.url}/grant`);
  expect(await digestRows(database.orm)).toEqual(rows);
});

it('shows the person the client and the redirect address', async () => {
  const { body } = await lookUp(stage, { requestId: requestOf(await authorize({ redirect_uri: HTTPS })) });
  expect(body).toMatchObject({
    data: {
      grantRequest: {
        clientName: 'Desk',
        requestedScopes: ['read'],
        address: '127.0.0.1',
        returnsTo: 'client.example',
        state: 'PENDING',
        flow: 'CODE',
      },
    },
  });
});

it('redirects an approval with code, state and issuer to the registered address', async () => {
  const id = await seen(stage, { requestId: requestOf(await authorize({ redirect_uri: HTTPS })) });
  const { body } = await approve(stage, id);
  const back = new URL((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl);
  expect(back.origin + back.pathname).toBe('https://client.example/callback');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    kept: '1',
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: 'st&te',
    iss: stage.url,
  });
});

it('redirects a denial with access_denied', async () => {
  const { body } = await deny(stage, await seen(stage, { requestId: requestOf(await authorize()) }));
  const back = new URL((body as { data: { denyGrantRequest: { redirectUrl: string } } }).data.denyGrantRequest.redirectUrl);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'st&te', iss: stage.url });
  expect(await em().count(Grant)).toBe(grants);
});

it('accepts one of 50 concurrent exchanges, and the key works', async () => {
  const code = await allowed();
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(code)));
  const [won] = answers.filter(({ status }) => status === 200);
  const refused = answers.filter((answer) => String(errorOf(answer)) === '400,invalid_grant');
  console.log(`K4 50 exchanges at once of one authorization code: ${50 - refused.length} key, ${refused.length} invalid_grant`);
  expect(refused).toHaveLength(49);
  const { access_token: key } = won!.body as { access_token: string };
  expect((await stage.get('/api/v1/me', { authorization: `Bearer ${key}` })).status).toBe(200);
});

it('revokes the grant when the same client presents the code again later', async () => {
  const code = await allowed();
  const key = ((await exchange(code)).body as { access_token: string }).access_token;
  stage.clock.advance(11_000);
  expect(errorOf(await exchange(code))).toEqual([400, 'invalid_grant']);
  expect((await stage.get('/api/v1/me', { authorization: `Bearer ${key}` })).status).toBe(401);
  expect(await em().count(Notice, { kind: 'access_reused' })).toBe(1);
});

it.each<[string, Record<string, string>, string]>([
  ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
  ['another redirect', { redirect_uri: HTTPS }, 'invalid_grant'],
  ['another port than was named', { redirect_uri: 'http://127.0.0.1:81/callback' }, 'invalid_grant'],
  ['an unknown code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
  ['a short verifier', { code_verifier: 'short' }, 'invalid_request'],
  ['no redirect', { redirect_uri: '' }, 'invalid_request'],
  ['a foreign resource', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
  ['a client secret', { client_secret: 'guess' }, 'invalid_client'],
])('gives nothing for %s, and the code stays good', async (_, changes, error) => {
  const code = await allowed();
  expect(errorOf(await exchange(code, changes))[1]).toBe(error);
  expect(await em().count(Grant)).toBe(grants);
  expect((await exchange(code)).status).toBe(200);
});

it('refuses a code that was issued to another client', async () => {
  const code = await allowed();
  expect(errorOf(await exchange(code, { client_id: otherId }))).toEqual([400, 'invalid_grant']);
  expect(await em().count(ApiKey)).toBe(grants);
});

it('refuses an expired code, and a resource other than the requested one', async () => {
  const late = await allowed();
  stage.clock.advance(60_000);
  expect(errorOf(await exchange(late))).toEqual([400, 'invalid_grant']);
  const code = await allowed({ resource: `${stage.url}/api/mcp` });
  expect(errorOf(await exchange(code, { resource: `${stage.url}/api/v1` }))).toEqual([400, 'invalid_target']);
  expect((await exchange(code, { resource: `${stage.url}/api/mcp` })).status).toBe(200);
});

it.each(['http://127.0.0.1:51234/callback', 'http://127.0.0.1:1/callback'])(
  'takes a loopback redirect with the port of the moment: %s',
  async (redirect) => {
    expect(locationOf(await authorize({ redirect_uri: redirect })).pathname).toBe('/grant');
  },
);

it.each([
  'https://evil.example/callback',
  'https://client.example/callback',
  'https://client.example/callback?kept=1&more=2',
  'https://client.example/callback?kept=1#x',
  'https://client.example:444/callback?kept=1',
  'https://client.example.evil.example/callback?kept=1',
  'https://client.example@evil.example/callback?kept=1',
  'https://client.example/callback/../evil?kept=1',
  'https://CLIENT.example/callback?kept=1',
  'http://client.example/callback?kept=1',
  'http://127.0.0.1:80@evil.example/callback',
  'http://127.0.0.1.evil.example/callback',
  'http://127.0.0.1:51234/callback/',
  'http://127.0.0.1:51234/callback?x=1',
  'http://localhost:51234/callback',
  'http://[::1]:51234/callback',
  'http://127.0.0.1:99999/callback',
  'http://2130706433/callback',
  'https:client.example/callback?kept=1',
  '//client.example/callback?kept=1',
  'javascript:alert(1)',
  ' https://client.example/callback?kept=1',
  'https://other.example/cb',
])('redirects only to addresses that the client registered: %s', async (redirect) => {
  const answer = await authorize({ redirect_uri: redirect });
  expect(errorOf(answer)).toEqual([400, 'invalid_request']);
  expect(answer.headers.get('location')).toBeNull();
});

it('does not redirect for an unregistered client or a repeated redirect_uri', async () => {
  for (const changes of [
    { client_id: 'oac_0199' },
    { client_id: 'newsroom-agent' },
    { client_id: undefined },
    { redirect_uri: undefined },
  ]) {
    const answer = await authorize(changes);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  }
  const twice = await stage.get(`/api/oauth/authorize?client_id=${clientId}&redirect_uri=${LOOPBACK}&redirect_uri=https://evil.example`);
  expect(errorOf(twice)).toEqual([400, 'invalid_request']);
});

it.each<[Record<string, string | undefined>, string]>([
  [{ scope: 'read root' }, 'invalid_scope'],
  [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: undefined }, 'invalid_request'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ request_uri: 'https://client.example/request' }, 'invalid_request'],
])('tells the client what is wrong with %o', async (changes, error) => {
  const back = locationOf(await authorize(changes));
  expect(back.origin + back.pathname).toBe('http://127.0.0.1/callback');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'st&te', iss: stage.url });
});

it('refuses a request that was altered or is too old', async () => {
  const sealed = requestOf(await authorize());
  const changed = `${sealed.slice(0, -2)}AA`;
  expect(refusal(await lookUp(stage, { requestId: changed }))).toEqual({ status: 404, code: 'not_found' });
  stage.clock.advance(600_000);
  expect(refusal(await lookUp(stage, { requestId: sealed }))).toEqual({ status: 404, code: 'not_found' });
});

it.each<[string, unknown, string]>([
  ['a redirect over http', { redirect_uris: ['http://client.example/cb'] }, 'invalid_redirect_uri'],
  ['a redirect with a fragment', { redirect_uris: ['https://client.example/cb#x'] }, 'invalid_redirect_uri'],
  ['a redirect with a user', { redirect_uris: ['https://good.example@evil.example/'] }, 'invalid_redirect_uri'],
  ['a redirect that brings its own code', { redirect_uris: ['https://client.example/cb?code=1'] }, 'invalid_redirect_uri'],
  ['a redirect to a scheme', { redirect_uris: ['myapp://cb'] }, 'invalid_redirect_uri'],
  ['no redirect', {}, 'invalid_redirect_uri'],
  ['eleven redirects', { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://client.example/${n}`) }, 'invalid_redirect_uri'],
  ['a confidential client', { redirect_uris: [HTTPS], token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
  ['a grant type that is not there', { redirect_uris: [HTTPS], grant_types: ['password'] }, 'invalid_client_metadata'],
  ['a name that imitates', { redirect_uris: [HTTPS], client_name: 'Countersign (official), verified ✓' }, 'invalid_client_metadata'],
  ['a name that does not show', { redirect_uris: [HTTPS], client_name: '\u200b' }, 'invalid_client_metadata'],
  ['a list', [], 'invalid_client_metadata'],
  ['nothing', '', 'invalid_client_metadata'],
])('does not register %s', async (_, metadata, error) => {
  const rows = await countRows(database.orm);
  expect(
    errorOf(metadata === '' ? await stage.form('register', '', { 'content-type': 'application/json' }) : await register(metadata)),
  ).toEqual([400, error]);
  expect((await countRows(database.orm)).oauth_clients).toBe(rows.oauth_clients);
});

it('registers public clients, and returns the registered metadata', async () => {
  const { status, body } = await register({
    client_name: 'MCP',
    redirect_uris: [HTTPS],
    grant_types: ['authorization_code', 'refresh_token'],
    logo_uri: 'https://x.example/l.png',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    client_id: expect.stringMatching(/^oac_/),
    client_id_issued_at: expect.any(Number),
    client_name: 'MCP',
    redirect_uris: [HTTPS],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
});

it('limits registrations per address', async () => {
  const answers = [];
  for (let number = 0; number < 60; number++) answers.push(await register({ redirect_uris: [HTTPS] }));
  const refused = answers.find(({ status }) => status !== 201);
  expect(errorOf(refused as Answer)).toEqual([429, 'temporarily_unavailable']);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});
