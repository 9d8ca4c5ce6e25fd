import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { createLog } from '../../log.ts';
import { actAs } from '../../testing/actors.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { writeRefusals } from './trace-refusals.ts';

const lines: string[] = [];
const log = createLog({ logLevel: 'warn' }, { write: (line) => lines.push(line) });
const database = useTestDatabase();
const graphql = useGraphql(database, { log });

const ADDRESS = '198.51.100.7';
let place: Awaited<ReturnType<typeof givenWorkspace>>;

beforeAll(() => graphql.app.ready());
afterAll(() => writeRefusals(graphql.services));
beforeEach(async () => {
  place = await givenWorkspace(graphql.services);
  lines.length = 0;
});

const refusals = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => String(event).startsWith('access_refused'));
const get = (url: string, headers: Record<string, string>) => graphql.app.inject({ url, headers, remoteAddress: ADDRESS });

async function recorded() {
  await writeRefusals(graphql.services);
  return database.orm.em.fork().find(AuditEntry, { accountId: place.accountId, action: 'access.refused' }, { orderBy: { id: 'asc' } });
}

it('records an agent that exceeds its grant, in the log and in the account’s audit log', async () => {
  const { authorization, grantId } = await givenAgent(graphql.services, place.workspace, { scopes: ['drafts:write'] });
  await get('/api/v1/platforms', { authorization });
  const who = { address: ADDRESS, accountId: place.accountId, subjectId: grantId, code: 'insufficient_scope' };
  expect(refusals()).toMatchObject([{ event: 'access_refused', ...who, requestId: expect.any(String) }]);
  expect(await recorded()).toMatchObject([
    { actorKind: 'agent', actorId: grantId, subjectId: grantId, details: { code: 'insufficient_scope', address: ADDRESS, times: 1 } },
  ]);
});

it('records a person who exceeds their role', async () => {
  const viewer = await givenUser(graphql.services, place.accountId, { role: 'viewer' });
  const pause = 'mutation ($id: ID!) { pauseWorkspace(workspaceId: $id) { id } }';
  const { errors } = await graphql.ask(graphql.browserOf(viewer), pause, { id: place.workspaceId });
  expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  expect(await recorded()).toMatchObject([
    { actorKind: 'user', subjectId: viewer.userId, details: { code: 'insufficient_role', times: 1 } },
  ]);
});

it('reports a revoked key to its account, and an unknown key only in the log', async () => {
  const { authorization, grantId } = await givenAgent(graphql.services, place.workspace);
  await actAs(graphql.services, { kind: 'operator' }, (ctx) => revokeGrant(ctx, grantId));
  await get('/api/v1/me', { authorization });
  await get('/api/v1/me', { authorization: 'Bearer nothing-of-ours' });
  expect(refusals()).toMatchObject([
    { code: 'key_revoked', accountId: place.accountId, subjectId: grantId },
    { code: 'key_malformed', accountId: null, address: ADDRESS },
  ]);
  expect(JSON.stringify(lines)).not.toContain('nothing-of-ours');
  expect(await recorded()).toMatchObject([{ actorKind: 'anonymous', subjectId: grantId, details: { code: 'key_revoked' } }]);
});

it('aggregates a flood into a few log lines and one entry', async () => {
  const { authorization } = await givenAgent(graphql.services, place.workspace, { scopes: ['drafts:write'] });
  for (let time = 0; time < 40; time += 1) await get('/api/v1/platforms', { authorization });
  expect(refusals()).toHaveLength(5);
  expect(await recorded()).toMatchObject([{ details: { times: 40 } }]);
  expect(refusals().at(-1)).toMatchObject({ event: 'access_refused_often', times: 40, address: ADDRESS });
  expect(await recorded()).toHaveLength(1);
});

it('reports a revoked key in use to its account once an hour, with a count', async () => {
  const { authorization, grantId } = await givenAgent(graphql.services, place.workspace);
  await actAs(graphql.services, { kind: 'operator' }, (ctx) => revokeGrant(ctx, grantId));
  const begun = Date.now();
  const clock = vi.spyOn(graphql.services.clock, 'now');
  for (let minute = 0; minute <= 120; minute += 1) {
    clock.mockReturnValue(new Date(begun + minute * 60_000));
    await get('/api/v1/me', { authorization });
    await writeRefusals(graphql.services);
  }
  clock.mockRestore();
  expect((await recorded()).map(({ details }) => details)).toMatchObject([{ times: 1 }, { times: 60 }, { times: 60 }]);
});

it('counts known callers separately from any number of anonymous ones', async () => {
  const { authorization, grantId } = await givenAgent(graphql.services, place.workspace, { scopes: ['drafts:write'] });
  for (let network = 0; network < 1_010; network += 1) {
    const remoteAddress = `2001:db8:${network.toString(16)}::1`;
    await graphql.app.inject({ url: '/api/v1/me', headers: { authorization: 'Bearer nothing' }, remoteAddress });
  }
  await get('/api/v1/platforms', { authorization });
  expect(await recorded()).toMatchObject([{ subjectId: grantId }]);
});

it('logs every sign-in that fails before the person is known', async () => {
  const post = (url: string, payload: object) =>
    graphql.app.inject({ method: 'POST', url, payload, remoteAddress: ADDRESS, headers: { 'sec-fetch-site': 'same-origin' } });
  await post('/api/auth/sign-in/second-factor', { method: 'totp', code: '123456' });
  await post('/api/auth/passkey/verify', { response: { id: 'nobody', response: {} } });
  const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'sign_in_failed');
  expect(failed).toMatchObject([
    { by: 'totp', address: ADDRESS, userId: null },
    { by: 'passkey', address: ADDRESS, userId: null },
  ]);
  for (let guess = 0; guess < 11; guess += 1)
    await post('/api/auth/sign-in/email', { email: 'unknown@example.org', password: 'not the password' });
  expect(refusals()).toMatchObject([{ code: 'rate_limited', address: ADDRESS }]);
});

it('does not record missing objects or invalid input', async () => {
  const { authorization } = await givenAgent(graphql.services, place.workspace);
  await get('/api/v1/publish-jobs/job_nowhere', { authorization });
  await get('/api/nowhere', { authorization });
  expect(refusals()).toEqual([]);
  expect(await recorded()).toEqual([]);
});
