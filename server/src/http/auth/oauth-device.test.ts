import { beforeEach, expect, it } from 'vitest';
import { Account } from '../../access/account.entity.ts';
import { Agent, ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { GrantRequest } from '../../access/oauth/grant-request.entity.ts';
import { Membership } from '../../access/user.entity.ts';
import { countRows } from '../../testing/api.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { allowDevice, approve, DEVICE_GRANT, deny, poll, seen, startDevice, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const stage = useOauth(database);
const em = () => stage.services.orm.em.fork();

/** The rows that a partially completed request would leave. */
const made = async () => [await em().count(Grant), await em().count(ApiKey), await em().count(Agent)];
let before: number[];
beforeEach(async () => {
  before = await made();
});

const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error?: string }).error];

it('returns both codes once, in the form of RFC 8628, and stores neither', async () => {
  const answer = await stage.form('device_authorization', {
    client_id: 'newsroom-agent',
    client_name: 'Newsroom agent',
    client_uri: 'https://agents.example/newsroom',
    scope: 'read drafts:write',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = answer.body as Record<string, string>;
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${stage.url}/grant`,
    verification_uri_complete: `${stage.url}/grant?user_code=${body.user_code}`,
    expires_in: 600,
    interval: 5,
  });
  const [row] = await em().find(GrantRequest, {}, { orderBy: { id: 'desc' }, limit: 1 });
  const kept = JSON.stringify(row);
  expect(kept).toContain('Newsroom agent');
  for (const secret of [body.device_code, body.user_code, body.user_code?.replace('-', '')]) expect(kept).not.toContain(secret);
});

it('grants exactly what was approved, and the key works', async () => {
  const flow = await startDevice(stage, { scope: 'read drafts:write jobs:write' });
  await allowDevice(stage, flow, {
    scopes: ['read', 'drafts:write'],
    jobsPerDay: 3,
    creditsPerMonth: 40,
    isSandboxOnly: true,
    expiresAt: new Date(stage.clock.now().getTime() + 86_400_000).toISOString(),
  });
  const { status, headers, body } = await poll(stage, flow);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    access_token: expect.stringMatching(/^cs_test_/),
    token_type: 'Bearer',
    expires_in: 86_400,
    scope: 'drafts:write read',
    workspace_id: stage.home.workspaceId,
  });
  const me = await stage.get('/api/v1/me', { authorization: `Bearer ${(body as { access_token: string }).access_token}` });
  expect(me.body).toMatchObject({
    scopes: ['drafts:write', 'read'],
    sandbox_only: true,
    limits: { jobs_per_day: 3, credits_per_month: 40 },
  });
});

it('creates no grant and no key before the agent fetches it', async () => {
  const flow = await startDevice(stage);
  await allowDevice(stage, flow);
  expect(await made()).toEqual(before);
});

it('accepts one of 50 concurrent polls (K4)', async () => {
  const flow = await startDevice(stage);
  await allowDevice(stage, flow);
  const answers = await Promise.all(Array.from({ length: 50 }, () => poll(stage, flow)));
  const keys = answers.filter(({ status }) => status === 200);
  const refused = answers.filter((answer) => String(errorOf(answer)) === '400,invalid_grant');
  console.log(`K4 50 polls at once on one approved code: ${keys.length} key, ${refused.length} invalid_grant`);
  expect([keys.length, refused.length]).toEqual([1, 49]);
  expect(await em().count(Grant)).toBe((before[0] ?? 0) + 1);
  expect(await em().count(ApiKey)).toBe((before[1] ?? 0) + 1);
});

it('slows down a client that polls too fast, by five seconds each time', async () => {
  const flow = await startDevice(stage);
  const after = async (seconds: number) => {
    stage.clock.advance(seconds * 1_000);
    return errorOf(await poll(stage, flow))[1];
  };
  expect(await after(0)).toBe('authorization_pending');
  expect(await after(5)).toBe('authorization_pending');
  expect(await after(2)).toBe('slow_down');
  expect(await after(6)).toBe('slow_down');
  expect(await after(10)).toBe('slow_down');
  expect(await after(20)).toBe('authorization_pending');
  expect(await after(19)).toBe('slow_down');
  expect(await after(25)).toBe('authorization_pending');
});

it('distinguishes a denied, an expired and a used code', async () => {
  const denied = await startDevice(stage);
  await deny(stage, await seen(stage, { userCode: denied.user_code }));
  expect(errorOf(await poll(stage, denied))).toEqual([400, 'access_denied']);

  const used = await startDevice(stage);
  await allowDevice(stage, used);
  await poll(stage, used);
  expect(errorOf(await poll(stage, used))).toEqual([400, 'invalid_grant']);

  const [pending, approved] = [await startDevice(stage), await startDevice(stage)];
  await allowDevice(stage, approved);
  stage.clock.advance(600_000);
  expect(errorOf(await poll(stage, pending))).toEqual([400, 'expired_token']);
  expect(errorOf(await poll(stage, approved))).toEqual([400, 'expired_token']);
  expect(errorOf(await poll(stage, denied))).toEqual([400, 'access_denied']);
});

it('refuses the code of another client, and keeps it valid for its own', async () => {
  const flow = await startDevice(stage);
  await allowDevice(stage, flow);
  expect(errorOf(await poll(stage, { ...flow, client_id: 'another-client' }))).toEqual([400, 'invalid_grant']);
  expect(errorOf(await poll(stage, { ...flow, device_code: `${flow.device_code.slice(0, -1)}_` }))).toEqual([400, 'invalid_grant']);
  expect(await made()).toEqual(before);
  expect((await poll(stage, flow)).status).toBe(200);
});

it('refuses if the account was suspended meanwhile, without using up the code', async () => {
  const flow = await startDevice(stage);
  await allowDevice(stage, flow);
  const setState = (state: Account['state']) => em().nativeUpdate(Account, { id: stage.home.accountId }, { state });
  await setState('suspended');
  expect(errorOf(await poll(stage, flow))).toEqual([400, 'access_denied']);
  expect(await made()).toEqual(before);
  await setState('approved');
  expect((await poll(stage, flow)).status).toBe(200);
});

it('refuses once the approver is no longer an owner', async () => {
  const home = await givenWorkspace(stage.services);
  const browser = await stage.signedIn({ accountId: home.accountId });
  const flow = await startDevice(stage);
  await approve(stage, await seen(stage, { userCode: flow.user_code }, browser), { workspaceId: home.workspaceId }, browser);
  await em().nativeUpdate(Membership, { accountId: home.accountId }, { role: 'viewer' });
  expect(errorOf(await poll(stage, flow))).toEqual([400, 'access_denied']);
  expect(await made()).toEqual(before);
});

it.each<[string, string, Record<string, string> | string, number, string]>([
  ['no client', 'device_authorization', {}, 400, 'invalid_request'],
  ['a scope that does not exist', 'device_authorization', { client_id: 'a', scope: 'read everything' }, 400, 'invalid_scope'],
  ['a foreign resource', 'device_authorization', { client_id: 'a', resource: 'https://elsewhere.example' }, 400, 'invalid_target'],
  ['a client that is not registered any more', 'device_authorization', { client_id: 'oac_0199' }, 400, 'invalid_client'],
  ['a client id with spaces', 'device_authorization', { client_id: 'a b' }, 400, 'invalid_client'],
  ...['Countersign (official), verified ✓', 'Соuntеrsіgn helper', 'c-o-u-n-t-e-r-s-1-g-n', 'Writer ✓', 'Post writer (vérifié)'].map(
    (name): [string, string, Record<string, string>, number, string] => [
      `a name that imitates: ${name}`,
      'device_authorization',
      { client_id: 'a', client_name: name },
      400,
      'invalid_request',
    ],
  ),
  ['a client id that imitates', 'device_authorization', { client_id: 'countersign-official' }, 400, 'invalid_request'],
  ['a name that turns the text', 'device_authorization', { client_id: 'a', client_name: 'good\u202edab' }, 400, 'invalid_request'],
  ['a home page that is a script', 'device_authorization', { client_id: 'a', client_uri: 'javascript:alert(1)' }, 400, 'invalid_request'],
  ['a client secret', 'device_authorization', { client_id: 'a', client_secret: 'b' }, 401, 'invalid_client'],
  ['a parameter twice', 'device_authorization', 'client_id=a&client_id=b', 400, 'invalid_request'],
  ['a NUL character', 'device_authorization', 'client_id=a&client_name=%00', 400, 'invalid_request'],
  ['no grant type', 'token', { device_code: 'x', client_id: 'a' }, 400, 'invalid_request'],
  ['an unknown grant type', 'token', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['no device code', 'token', { grant_type: DEVICE_GRANT, client_id: 'a' }, 400, 'invalid_request'],
  ['no client with a device code', 'token', { grant_type: DEVICE_GRANT, device_code: 'x' }, 400, 'invalid_request'],
  ['an unknown device code', 'token', { grant_type: DEVICE_GRANT, device_code: 'x', client_id: 'a' }, 400, 'invalid_grant'],
  ['no token to revoke', 'revoke', {}, 400, 'invalid_request'],
  ['no token to look at', 'introspect', {}, 400, 'invalid_request'],
])('refuses %s in the form of OAuth, and changes nothing', async (_, path, parameters, status, error) => {
  const rows = await countRows(database.orm);
  const answer = await stage.form(path, parameters, { 'content-type': 'application/x-www-form-urlencoded' });
  expect(errorOf(answer)).toEqual([status, error]);
  expect(answer.body).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect({ ...(await countRows(database.orm)), attempt_windows: 0 }).toEqual({ ...rows, attempt_windows: 0 });
});

it('accepts only forms of a limited size', async () => {
  const json = await stage.form('token', '{"grant_type":"x"}', { 'content-type': 'application/json' });
  expect(errorOf(json)).toEqual([400, 'invalid_request']);
  const xml = await stage.form('token', '<a/>', { 'content-type': 'application/xml' });
  expect(errorOf(xml)).toEqual([415, 'invalid_request']);
  const large = await stage.form('token', `grant_type=${'x'.repeat(20_000)}`, { 'content-type': 'application/x-www-form-urlencoded' });
  expect(errorOf(large)).toEqual([413, 'invalid_request']);
});
