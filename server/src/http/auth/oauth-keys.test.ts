import { expect, it } from 'vitest';
import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { type Answer, obtainKey, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());
const em = () => stage.services.orm.em.fork();

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const me = (key: string) => stage.get('/api/v1/me', bearer(key));
const rotate = (key?: string) => stage.form('rotate', {}, key ? bearer(key) : {});
const revoke = (token: string) => stage.form('revoke', { token, client_id: 'newsroom-agent' });
const introspect = (token: string, key?: string) => stage.form('introspect', { token }, key ? bearer(key) : {});
const errorOf = ({ status, body }: Answer) => [status, (body as { error?: string }).error];
const keyIdOf = (key: string) => key.split('_')[2] ?? '';
const tokenOf = ({ body }: Answer) => (body as { access_token: string }).access_token;

it('exchanges a key for a new one; the old one stays valid for a day', async () => {
  const old = await obtainKey(stage);
  const answer = await rotate(old);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 90 * 86_400, scope: 'read', workspace_id: stage.home.workspaceId });
  const fresh = tokenOf(answer);
  expect([(await me(old)).status, (await me(fresh)).status]).toEqual([200, 200]);
  stage.clock.advance(24 * HOUR_MS);
  expect([(await me(old)).status, (await me(fresh)).status]).toEqual([401, 200]);
});

it('accepts one of 20 concurrent rotations', async () => {
  const key = await obtainKey(stage);
  const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(key)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => String(errorOf(answer)) === '400,invalid_grant')).toHaveLength(19);
});

it('never extends the life of an old key by rotating it', async () => {
  const old = await obtainKey(stage, { expiresAt: new Date(stage.clock.now().getTime() + HOUR_MS).toISOString() });
  expect((await rotate(old)).body).toMatchObject({ expires_in: 3_600 });
  const { expiresAt } = await em().findOneOrFail(ApiKey, { id: keyIdOf(old) });
  expect(expiresAt.getTime() - stage.clock.now().getTime()).toBe(HOUR_MS);
});

it('refuses a rotation without a valid key', async () => {
  expect(errorOf(await rotate())).toEqual([401, 'invalid_token']);
  expect(errorOf(await rotate('cs_live_nonsense'))).toEqual([401, 'invalid_token']);
  const key = await obtainKey(stage);
  await revoke(key);
  const refused = await rotate(key);
  expect(errorOf(refused)).toEqual([401, 'invalid_token']);
  expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${stage.url}/.well-known/oauth-protected-resource"`);
});

it('revokes a key at once, and its grant with the last key', async () => {
  const old = await obtainKey(stage);
  const fresh = tokenOf(await rotate(old));
  const { grantId } = await em().findOneOrFail(ApiKey, { id: keyIdOf(old) });
  const state = async () => (await em().findOneOrFail(Grant, { id: grantId })).state;
  expect((await revoke(old)).status).toBe(200);
  expect([(await me(old)).status, (await me(fresh)).status, await state()]).toEqual([401, 200, 'active']);
  expect((await revoke(fresh)).status).toBe(200);
  expect([(await me(fresh)).status, await state()]).toEqual([401, 'revoked']);
});

it('revokes the old key with the new one', async () => {
  const old = await obtainKey(stage);
  const fresh = tokenOf(await rotate(old));
  expect((await revoke(fresh)).status).toBe(200);
  expect([(await me(old)).status, (await me(fresh)).status]).toEqual([401, 401]);
});

it('responds alike to every revocation, and revokes only with the complete key', async () => {
  const key = await obtainKey(stage);
  const other = await obtainKey(stage);
  const mixed = `${key.slice(0, 25)}${other.slice(25)}`;
  for (const token of ['x', keyIdOf(key), mixed, `${key}x`, key.slice(0, -1)]) {
    const { status, body } = await revoke(token);
    expect([status, body]).toEqual([200, {}]);
  }
  expect((await me(key)).status).toBe(200);
  expect((await stage.form('revoke', { token: key, token_type_hint: 'refresh_token' })).status).toBe(200);
  expect((await me(key)).status).toBe(401);
  expect((await revoke(key)).status).toBe(200);
});

it('introspects a key for its holder, and reveals nothing about another grant', async () => {
  const key = await obtainKey(stage, { scopes: ['read', 'drafts:write'] });
  const stranger = await obtainKey(stage);
  const expected = {
    active: true,
    scope: 'drafts:write read',
    token_type: 'Bearer',
    iss: stage.url,
    workspace_id: stage.home.workspaceId,
    key_id: keyIdOf(key),
    rotation_requested: false,
  };
  expect((await introspect(key)).body).toMatchObject(expected);
  expect((await introspect(key, key)).body).toMatchObject(expected);
  expect((await introspect(key, tokenOf(await rotate(key)))).body).toMatchObject(expected);
  expect((await introspect(key, stranger)).body).toEqual({ active: false });
  expect((await introspect('nonsense', key)).body).toEqual({ active: false });
  expect(errorOf(await introspect(key, 'cs_live_nonsense'))).toEqual([401, 'invalid_token']);
});

it('reports a key as inactive once it is expired or revoked', async () => {
  const [revoked, expired] = [await obtainKey(stage), await obtainKey(stage)];
  await revoke(revoked);
  expect((await introspect(revoked)).body).toEqual({ active: false });
  stage.clock.advance(90 * 24 * HOUR_MS);
  expect((await introspect(expired)).body).toEqual({ active: false });
});

it('limits guesses at keys', async () => {
  const answers: Answer[] = [];
  for (let number = 0; number < 61; number++) answers.push(await introspect(`guess-${number}`));
  const last = answers.at(-1) as Answer;
  expect(errorOf(last)).toEqual([429, 'temporarily_unavailable']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});
