import { expect, it } from 'vitest';
import { Grant } from '../../access/grants/grant.entity.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Allowed, obtainKey, refusal, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const me = (key: string) => stage.get('/api/v1/me', bearer(key));
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const change = (name: string, id: string, browser = stage.owner) =>
  stage.graphql(browser, `mutation ($id: ID!) { ${name}(grantId: $id) { id state pausedAt rotationRequestedAt viewerCan { manage } } }`, {
    id,
  });
const narrow = (input: object, browser = stage.owner) =>
  stage.graphql(
    browser,
    'mutation ($input: NarrowGrantInput!) { narrowGrant(input: $input) { scopes isSandboxOnly jobsPerDay creditsPerMonth expiresAt } }',
    { input },
  );

async function given(allowed: Allowed = {}): Promise<{ key: string; grantId: string }> {
  const key = await obtainKey(stage, allowed);
  return { key, grantId: ((await me(key)).body as { grant_id: string }).grant_id };
}

it('pauses and resumes a grant', async () => {
  const { key, grantId } = await given();
  expect((await change('pauseGrant', grantId)).body).toMatchObject({
    data: { pauseGrant: { state: 'ACTIVE', pausedAt: expect.any(String), viewerCan: { manage: true } } },
  });
  const refused = await me(key);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'grant_paused']);
  expect((await stage.form('rotate', {}, bearer(key))).status).toBe(403);
  expect((await stage.form('introspect', { token: key })).body).toEqual({ active: false });
  expect((await change('resumeGrant', grantId)).body).toMatchObject({ data: { resumeGrant: { pausedAt: null } } });
  expect((await me(key)).status).toBe(200);
});

it('revokes a grant permanently', async () => {
  const { key, grantId } = await given();
  expect((await change('revokeGrant', grantId)).body).toMatchObject({
    data: { revokeGrant: { state: 'REVOKED', viewerCan: { manage: false } } },
  });
  expect([(await me(key)).status, codeOf(await me(key))]).toEqual([401, 'key_revoked']);
  for (const name of ['pauseGrant', 'resumeGrant', 'requestRotation'])
    expect(refusal(await change(name, grantId)).code).toBe('invalid_state');
});

it('narrows scopes, limits and time', async () => {
  const { key, grantId } = await given({ scopes: ['read', 'drafts:write'], jobsPerDay: 10 });
  const expiresAt = new Date(stage.clock.now().getTime() + 3_600_000).toISOString();
  const { body } = await narrow({ grantId, scopes: ['read'], isSandboxOnly: true, jobsPerDay: 2, creditsPerMonth: 5, expiresAt });
  expect(body).toEqual({ data: { narrowGrant: { scopes: ['read'], isSandboxOnly: true, jobsPerDay: 2, creditsPerMonth: 5, expiresAt } } });
  expect((await me(key)).body).toMatchObject({ scopes: ['read'], sandbox_only: true });
  stage.clock.advance(3_600_000);
  expect((await me(key)).status).toBe(401);
});

it.each<[string, object]>([
  ['a scope', { scopes: ['read', 'jobs:write'] }],
  ['the live platforms', { isSandboxOnly: false }],
  ['more jobs', { jobsPerDay: 11 }],
  ['more time', { expiresAt: '2999-01-01T00:00:00Z' }],
  ['every scope away', { scopes: [] }],
  ['a scope that does not exist', { scopes: ['root'] }],
  ['no jobs', { jobsPerDay: 0 }],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
])('refuses %s, which does not reduce access', async (_, input) => {
  const expiresAt = new Date(stage.clock.now().getTime() + 86_400_000).toISOString();
  const { grantId } = await given({ scopes: ['read'], isSandboxOnly: true, jobsPerDay: 10, expiresAt });
  const before = await stage.services.orm.em.fork().findOneOrFail(Grant, grantId);
  expect(refusal(await narrow({ grantId, ...input })).code).toBe('validation_failed');
  expect(await stage.services.orm.em.fork().findOneOrFail(Grant, grantId)).toEqual(before);
});

it('requests a key rotation until the agent has fetched its new key', async () => {
  const { key, grantId } = await given();
  expect((await change('requestRotation', grantId)).body).toMatchObject({
    data: { requestRotation: { rotationRequestedAt: expect.any(String) } },
  });
  expect((await stage.form('introspect', { token: key })).body).toMatchObject({ rotation_requested: true });
  expect((await me(key)).body).toMatchObject({ rotation_requested: true });
  await stage.form('rotate', {}, bearer(key));
  expect((await me(key)).body).toMatchObject({ rotation_requested: false });
});

it('is allowed only for owners of the account', async () => {
  const { key, grantId } = await given();
  const foreign = await givenWorkspace(stage.services);
  const callers: [Record<string, string>, string][] = [
    [await stage.signedIn({ role: 'approver' }), 'insufficient_role'],
    [await stage.signedIn({ role: 'viewer' }), 'insufficient_role'],
    [await stage.signedIn({ accountId: foreign.accountId }), 'not_found'],
    [bearer(key), 'insufficient_role'],
    [{}, 'unauthenticated'],
  ];
  for (const [caller, code] of callers) {
    for (const name of ['revokeGrant', 'pauseGrant', 'resumeGrant', 'requestRotation'])
      expect(refusal(await change(name, grantId, caller)).code).toBe(code);
    expect(refusal(await narrow({ grantId, jobsPerDay: 1 }, caller)).code).toBe(code);
  }
  expect((await me(key)).status).toBe(200);
});
