import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { approve, DEVICE_GRANT, lookUp, obtainKey, PASSWORD, seen, startDevice, useOauth } from '../testing/oauth.ts';
import { useTestDatabase } from '../testing/test-database.ts';

/** Promise S4 for the ways to a key: at the most talkative level no secret gets into the log. */
const lines: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
const stage = useOauth(useTestDatabase(), { log });

const REDIRECT = 'http://127.0.0.1/callback';
const ROUNDS = 10;

async function deviceRound(): Promise<string[]> {
  const flow = await startDevice(stage);
  await lookUp(stage, { userCode: flow.user_code });
  await stage.get(`/grant?user_code=${flow.user_code}`);
  // Refused in many ways, where what was sent is likely to be quoted.
  await stage.form('token', { grant_type: DEVICE_GRANT, device_code: flow.device_code, client_id: 'another' });
  await stage.form('token', `grant_type=${DEVICE_GRANT}&device_code=${flow.device_code}&device_code=${flow.device_code}`);
  await stage.form('token', { grant_type: 'password', username: 'x', password: PASSWORD });
  await approve(stage, 'grq_unknown', { password: PASSWORD });
  const key = await obtainKey(stage);
  for (const path of ['revoke', 'introspect', 'rotate', 'nothing-here']) {
    await stage.form(path, { token: `${key}x` }, { authorization: `Bearer ${key}` });
    await stage.get(`/api/oauth/${path}?token=${key}`, { authorization: `Basic ${Buffer.from(`a:${key}`).toString('base64')}` });
  }
  await stage.graphql({ authorization: `Bearer ${key}` }, `{ ${key} }`, { key });
  return [flow.device_code, flow.user_code, key, key.split('_')[3] ?? key];
}

async function codeRound(clientId: string): Promise<string[]> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('hex');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge,
    code_challenge_method: 'S256',
    state,
  });
  const { headers } = await stage.get(`/api/oauth/authorize?${query}`);
  const sealed = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  await stage.get(`/grant?request=${sealed}`);
  const { body } = await approve(stage, await seen(stage, { requestId: sealed }));
  const { redirectUrl } = (body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest;
  const code = new URL(redirectUrl).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: REDIRECT, code_verifier: verifier };
  await stage.form('token', { ...form, redirect_uri: 'http://127.0.0.1/other' });
  const token = (await stage.form('token', form)).body as { access_token: string };
  return [verifier, state, sealed, code, token.access_token];
}

it('logs what happened, and no secret with it', async () => {
  const registration = await stage.form('register', JSON.stringify({ redirect_uris: [REDIRECT] }), { 'content-type': 'application/json' });
  const { client_id } = registration.body as { client_id: string };
  const secrets = [PASSWORD, ...Object.values(stage.owner).flatMap((value) => (value.includes('=') ? [value.split('=')[1] ?? value] : []))];
  for (let round = 0; round < ROUNDS; round++) secrets.push(...(await deviceRound()), ...(await codeRound(client_id)));
  const text = lines.join('');
  const found = secrets.filter((secret) => text.includes(secret));
  console.log(`S4 ${secrets.length} canaries in ${lines.length} log lines at trace level: ${found.length} found`);
  expect(lines.length).toBeGreaterThan(ROUNDS * 10);
  expect(secrets.length).toBeGreaterThanOrEqual(50);
  expect(found).toEqual([]);
});
