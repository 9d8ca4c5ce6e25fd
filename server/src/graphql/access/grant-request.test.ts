import { expect, it } from 'vitest';
import { Account } from '../../access/account.entity.ts';
import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { Notice } from '../../access/notice.entity.ts';
import { GrantRequest } from '../../access/oauth/grant-request.entity.ts';
import { Session } from '../../access/sessions/session.entity.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import { digestRows } from '../../testing/api.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import {
  allowDevice,
  approve,
  deny,
  lookUp,
  obtainKey,
  PASSWORD,
  poll,
  refusal,
  seen,
  startDevice,
  useOauth,
} from '../../testing/oauth.ts';
import { guessCodes } from '../../testing/proofs/guessed-codes.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const stage = useOauth(database);
const em = () => stage.services.orm.em.fork();
const stateOf = async (id: string) => (await em().findOneOrFail(GrantRequest, { id })).state;

it('shows the requesting agent, its scopes and its address', async () => {
  const flow = await startDevice(stage, {
    client_id: 'newsroom',
    client_name: 'Newsroom agent',
    client_uri: 'https://news.example',
    scope: 'read jobs:write',
  });
  const { body } = await lookUp(stage, { userCode: flow.user_code });
  expect(body).toMatchObject({
    data: {
      grantRequest: {
        id: expect.stringMatching(/^grq_/),
        clientName: 'Newsroom agent',
        clientUri: 'https://news.example/',
        requestedScopes: ['jobs:write', 'read'],
        address: '127.0.0.1',
        returnsTo: null,
        state: 'PENDING',
        flow: 'DEVICE',
      },
    },
  });
});

it('warns about a name similar to that of an approved agent, and says who approved that one', async () => {
  const LOOK = 'query ($code: String!) { grantRequest(userCode: $code) { resembles { name letInBy since } } }';
  const first = await startDevice(stage, { client_name: 'Tide Writer' });
  await allowDevice(stage, first);
  await poll(stage, first);
  const resembling = async (client_name: string) => {
    const { user_code } = await startDevice(stage, { client_name });
    const { body } = await stage.graphql(stage.owner, LOOK, { code: user_code });
    return (body as { data: { grantRequest: { resembles: object[] } } }).data.grantRequest.resembles;
  };
  const known = [{ name: 'Tide Writer', letInBy: expect.stringMatching(/^Person/), since: expect.any(String) }];
  // With a Cyrillic letter, with another case and mark, with figures for letters.
  for (const name of ['Tide Writer', 'Tidе Writer', 'TIDE-writer', 'T1de Wr1ter']) expect(await resembling(name)).toEqual(known);
  expect(await resembling('Tidal Writer')).toEqual([]);
});

it('accepts the code in any spelling', async () => {
  const { user_code } = await startDevice(stage);
  const id = await seen(stage, { userCode: user_code });
  for (const typed of [
    user_code.toLowerCase(),
    user_code.replace('-', ''),
    ` ${user_code.replace('-', ' – ')}. `,
    user_code.split('').join(' '),
  ]) {
    expect(await seen(stage, { userCode: typed })).toBe(id);
  }
  expect(await seen(stage, { requestId: id })).toBe(id);
});

it('is available only to signed-in people', async () => {
  const { user_code } = await startDevice(stage);
  expect(refusal(await lookUp(stage, { userCode: user_code }, {}))).toEqual({ status: 401, code: 'unauthenticated' });
  const agent = { authorization: `Bearer ${await obtainKey(stage)}` };
  expect(refusal(await lookUp(stage, { userCode: user_code }, agent))).toEqual({ status: 403, code: 'insufficient_role' });
  const id = await seen(stage, { userCode: user_code });
  expect(refusal(await approve(stage, id, {}, agent)).status).toBe(403);
  expect(refusal(await deny(stage, id, agent)).status).toBe(403);
  expect(await stateOf(id)).toBe('pending');
});

// Twice from each of the hundred addresses; the proof guesses ten thousand times.
it('blocks guesses after five, whatever address they claim (K5 in short)', () => guessCodes(stage, 200));

it('blocks each of several people at an address after five guesses, and accepts a colleague’s correct code there', async () => {
  stage.clock.advance(15 * 60_000);
  const { user_code } = await startDevice(stage);
  const people = await Promise.all(Array.from({ length: 4 }, () => stage.signedIn()));
  const answers = await Promise.all(
    people.flatMap((browser) => Array.from({ length: 10 }, () => lookUp(stage, { userCode: 'BBBBCCCC' }, browser))),
  );
  const lookedUp = answers.filter(({ status }) => status === 404).length;
  expect(lookedUp).toBeGreaterThanOrEqual(10);
  expect(lookedUp).toBeLessThanOrEqual(20);
  await seen(stage, { userCode: user_code }, await stage.signedIn());
  stage.clock.advance(15 * 60_000);
});

it('changes no row by any GET (K6)', async () => {
  const flow = await startDevice(stage);
  const id = await seen(stage, { userCode: flow.user_code });
  const key = await obtainKey(stage);
  // A use is noted in memory and written aside, on its own clock: once here, so that no later writing finds anything new.
  for (const headers of [stage.owner, { authorization: `Bearer ${key}` }]) await stage.get('/api/v1/me', headers);
  await stage.services.lastUses.write();
  const rows = await digestRows(database.orm);
  const paths = [
    '/grant',
    `/grant?user_code=${flow.user_code}`,
    `/grant?request=${id}`,
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/api/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/v1',
    '/api/oauth/authorize',
    `/api/oauth/authorize?client_id=oac_x&redirect_uri=http://127.0.0.1/`,
    ...['device_authorization', 'token', 'revoke', 'introspect', 'rotate', 'register'].map(
      (path) => `/api/oauth/${path}?token=${key}&device_code=${flow.device_code}`,
    ),
    `/api/graphql?query=${encodeURIComponent(`mutation { approveGrantRequest(input: { requestId: "${id}", workspaceId: "x", scopes: ["read"], password: "${PASSWORD}" }) { redirectUrl } }`)}`,
    '/api/v1/me',
  ];
  for (const path of paths) {
    for (const headers of [stage.owner, { authorization: `Bearer ${key}` }, {}]) await stage.get(path, headers);
  }
  await stage.services.lastUses.write();
  expect(await digestRows(database.orm)).toEqual(rows);
  console.log(`K6 ${paths.length * 3} GETs: 0 rows changed`);
  expect(await stateOf(id)).toBe('pending');
});

it('accepts an approval only from the session that looked the request up (K6)', async () => {
  const { user_code } = await startDevice(stage);
  const colleague = await stage.signedIn();
  const id = await seen(stage, { userCode: user_code });
  expect(refusal(await approve(stage, id, {}, colleague))).toEqual({ status: 403, code: 'other_session' });
  expect(refusal(await deny(stage, id, colleague))).toEqual({ status: 403, code: 'other_session' });
  expect(refusal(await lookUp(stage, { requestId: id }, colleague))).toEqual({ status: 404, code: 'not_found' });
  await seen(stage, { userCode: user_code }, colleague);
  expect(refusal(await approve(stage, id))).toEqual({ status: 403, code: 'other_session' });
  expect(await stateOf(id)).toBe('pending');
  expect((await approve(stage, id, {}, colleague)).body).toMatchObject({
    data: { approveGrantRequest: { request: { state: 'APPROVED' } } },
  });
});

it('requires the password for an approval, and limits attempts (K6)', async () => {
  const { user_code } = await startDevice(stage);
  const browser = await stage.signedIn();
  const id = await seen(stage, { userCode: user_code }, browser);
  for (const password of ['', 'wrong password', `${PASSWORD} `]) {
    expect(refusal(await approve(stage, id, { password }, browser))).toEqual({ status: 403, code: 'reauthentication_failed' });
  }
  const more = await Promise.all(Array.from({ length: 10 }, () => approve(stage, id, { password: 'guess' }, browser)));
  expect(more.filter(({ status }) => status === 429)).toHaveLength(3);
  expect(refusal(await approve(stage, id, {}, browser)).status).toBe(429);
  expect(await stateOf(id)).toBe('pending');
});

it('requires an identity confirmation after the look-up, not before it (K6)', async () => {
  const { user_code } = await startDevice(stage);
  const { user, sessionId, sessionToken } = await givenUser(stage.services, stage.home.accountId, { password: PASSWORD });
  const browser = { cookie: `${cookieName(stage.services.config)}=${sessionToken}`, 'sec-fetch-site': 'same-origin' };
  const shownNow = () => em().nativeUpdate(Session, { id: sessionId, userId: user.id }, { reauthenticatedAt: stage.clock.now() });
  await shownNow();
  stage.clock.advance(1);
  const id = await seen(stage, { userCode: user_code }, browser);
  expect(refusal(await approve(stage, id, { password: null }, browser))).toEqual({ status: 403, code: 'reauthentication_required' });
  stage.clock.advance(1_000);
  await shownNow();
  stage.clock.advance(300_000);
  expect(refusal(await approve(stage, id, { password: null }, browser))).toEqual({ status: 403, code: 'reauthentication_required' });
  await shownNow();
  expect((await approve(stage, id, { password: null }, browser)).status).toBe(200);
});

it('accepts one of two concurrent decisions', async () => {
  for (const second of [approve, deny]) {
    const id = await seen(stage, { userCode: (await startDevice(stage)).user_code });
    const answers = await Promise.all([approve(stage, id), second(stage, id)]);
    const lost = answers.filter(({ body }) => (body as { errors?: unknown }).errors);
    expect(lost.map(refusal)).toEqual([{ status: 409, code: 'invalid_state' }]);
  }
});

it('is allowed only for owners of approved accounts, in their own workspaces', async () => {
  const { user_code } = await startDevice(stage);
  for (const role of ['approver', 'viewer'] as const) {
    const browser = await stage.signedIn({ role });
    const id = await seen(stage, { userCode: user_code }, browser);
    expect(refusal(await approve(stage, id, {}, browser))).toEqual({ status: 403, code: 'insufficient_role' });
  }
  const foreign = await givenWorkspace(stage.services);
  const id = await seen(stage, { userCode: user_code });
  expect(refusal(await approve(stage, id, { workspaceId: foreign.workspaceId }))).toEqual({ status: 404, code: 'not_found' });
  expect(refusal(await approve(stage, id, { workspaceId: 'wsp_0199' }))).toEqual({ status: 404, code: 'not_found' });

  const browser = await stage.signedIn({ accountId: foreign.accountId });
  await seen(stage, { userCode: user_code }, browser);
  for (const state of ['suspended', 'pending'] as const) {
    await em().nativeUpdate(Account, { id: foreign.accountId }, { state });
    expect(refusal(await approve(stage, id, { workspaceId: foreign.workspaceId }, browser))).toEqual({
      status: 403,
      code: 'account_not_approved',
    });
  }
  expect(await stateOf(id)).toBe('pending');
});

it.each<[string, Parameters<typeof approve>[2]]>([
  ['a scope that was not asked for', { scopes: ['read', 'publish:auto'] }],
  ['no scope', { scopes: [] }],
  ['a scope that does not exist', { scopes: ['root' as 'read'] }],
  ['no jobs at all', { jobsPerDay: 0 }],
  ['less than no credits', { creditsPerMonth: -1 }],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
])('refuses %s, which was not requested', async (_, allowed) => {
  const id = await seen(stage, { userCode: (await startDevice(stage)).user_code });
  expect(refusal(await approve(stage, id, allowed))).toEqual({ status: 422, code: 'validation_failed' });
  expect(await stateOf(id)).toBe('pending');
});

it('refuses a decision on an expired or decided request', async () => {
  const late = await seen(stage, { userCode: (await startDevice(stage)).user_code });
  const denied = await seen(stage, { userCode: (await startDevice(stage)).user_code });
  await deny(stage, denied);
  expect(refusal(await approve(stage, denied))).toEqual({ status: 409, code: 'invalid_state' });
  stage.clock.advance(600_000);
  expect(refusal(await approve(stage, late))).toEqual({ status: 409, code: 'invalid_state' });
  expect(refusal(await deny(stage, late))).toEqual({ status: 409, code: 'invalid_state' });
  expect((await lookUp(stage, { requestId: late })).body).toMatchObject({ data: { grantRequest: { state: 'EXPIRED' } } });
  expect(await em().count(Grant, { createdAt: stage.clock.now() })).toBe(0);
});

it('notifies the owners, and records who approved the agent', async () => {
  const flow = await startDevice(stage, { client_id: 'tide', client_name: 'Tide agent' });
  const id = await seen(stage, { userCode: flow.user_code });
  await approve(stage, id);
  await poll(stage, flow);
  const [notice] = await em().find(Notice, { kind: 'access_granted' }, { orderBy: { id: 'desc' }, limit: 1 });
  expect(notice?.message).toMatch(/gave Tide agent access to [^:]*\. The request came from 127\.0\.0\.1\./);
  const ask = (browser: Record<string, string>) =>
    stage.graphql(browser, 'query ($id: ID!) { workspace(id: $id) { notices(first: 1) { edges { node { id kind message seenAt } } } } }', {
      id: stage.home.workspaceId,
    });
  const { body } = await ask(stage.owner);
  expect(body).toMatchObject({ data: { workspace: { notices: { edges: [{ node: { kind: 'ACCESS_GRANTED', seenAt: null } }] } } } });
  const { id: own } = (body as { data: { workspace: { notices: { edges: { node: { id: string } }[] } } } }).data.workspace.notices.edges[0]
    ?.node ?? {
    id: '',
  };
  expect((await ask(await stage.signedIn({ role: 'viewer' }))).body).toEqual({ data: { workspace: { notices: { edges: [] } } } });
  await stage.graphql(stage.owner, 'mutation ($w: ID!, $n: ID!) { seeNotices(workspaceId: $w, fromId: $n, upToId: $n) { id } }', {
    w: stage.home.workspaceId,
    n: own,
  });
  expect((await em().findOneOrFail(Notice, { id: own })).seenAt).toBeInstanceOf(Date);

  const entries = await em().find(AuditEntry, { accountId: stage.home.accountId }, { orderBy: { id: 'desc' }, limit: 2 });
  expect(entries.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['grant.created', 'system'],
    ['grant_request.approved', 'user'],
  ]);
});

it('shows the key to no one: no response, row or audit entry contains it', async () => {
  const key = await obtainKey(stage);
  const secret = key.split('_')[3] ?? '';
  const { body } = await stage.graphql(
    stage.owner,
    'query ($id: ID!) { workspace(id: $id) { grants { id agentName scopes keys { id createdAt } } } }',
    { id: stage.home.workspaceId },
  );
  expect(JSON.stringify(body)).toContain(key.split('_')[2]);
  expect(JSON.stringify(body)).not.toContain(secret);
  for (const rows of [
    await em().find(ApiKey, {}),
    await em().find(GrantRequest, {}),
    await em().find(AuditEntry, {}),
    await em().find(Notice, {}),
  ]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});
