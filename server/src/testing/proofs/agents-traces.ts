import { createHash, randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { GrantRequest } from '../../access/oauth/grant-request.entity.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import { copyRows, createTries, valuesIn } from '../database/copied-rows.ts';
import { givenUser } from '../factories.ts';
import { allowDevice, approve, DEVICE_GRANT, type OauthStage, PASSWORD, poll, seen, startDevice, useOauth } from '../oauth.ts';
import type { TestDatabase } from '../test-database.ts';

const REDIRECT = 'http://127.0.0.1/callback';
const CLIENT = 'newsroom-agent';

/**
 * What agents and their approval have left in a database, and every secret in it. Use its properties inside tests
 * only.
 */
export interface AgentsTraces {
  stage: OauthStage;
  secrets: string[];
  /** Tries every stored value as key, code and session. */
  tryAll(): Promise<{ values: number; tries: number; accepted: string[] }>;
}

/** `rounds` of every flow, which end in every state: with six of them every column is filled in every way. */
export function useAgentsTraces(database: TestDatabase, rounds: number): AgentsTraces {
  const stage = useOauth(database);
  const secrets: string[] = [PASSWORD];
  let clientId: string;
  beforeAll(async () => {
    const answer = await stage.form('register', JSON.stringify({ redirect_uris: [REDIRECT] }), { 'content-type': 'application/json' });
    clientId = (answer.body as { client_id: string }).client_id;
    for (let round = 0; round < rounds; round++)
      secrets.push(...(await deviceSecrets(stage, round)), ...(await codeSecrets(stage, clientId, round)));
  });
  return { stage, secrets, tryAll: () => tryAll(database, stage, clientId) };
}

async function deviceSecrets(stage: OauthStage, round: number): Promise<string[]> {
  const flow = await startDevice(stage, { client_id: CLIENT });
  const { sessionToken } = await givenUser(stage.services, stage.home.accountId, { role: 'viewer' });
  const found = [flow.device_code, flow.user_code, flow.user_code.replace('-', ''), sessionToken];
  if (round % 3 === 0) return found;
  await allowDevice(stage, flow);
  if (round % 3 === 1) return found;
  const { body } = await poll(stage, flow);
  return [...found, (body as { access_token: string }).access_token];
}

async function codeSecrets(stage: OauthStage, clientId: string, round: number): Promise<string[]> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
  });
  const { headers } = await stage.get(`/api/oauth/authorize?${query}`);
  const sealed = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  const { body } = await approve(stage, await seen(stage, { requestId: sealed }));
  const { redirectUrl } = (body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest;
  const code = new URL(redirectUrl).searchParams.get('code') ?? '';
  if (round % 2 === 0) return [verifier, state, sealed, code];
  const token = await stage.form('token', codeForm({ code, client_id: clientId, code_verifier: verifier }));
  return [verifier, state, sealed, code, (token.body as { access_token: string }).access_token];
}

const codeForm = (parameters: { code: string; client_id: string; code_verifier: string }) => ({
  grant_type: 'authorization_code',
  redirect_uri: REDIRECT,
  ...parameters,
});

async function tryAll(database: TestDatabase, stage: OauthStage, clientId: string) {
  const values = valuesIn(await copyRows(database.orm));
  const { attempt, tally } = createTries();
  const ok = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
  const form = (parameters: Record<string, string>) => ok(stage.form('token', parameters));
  const isUserCode = async (value: string) => {
    const userCodeHash = stage.services.sealer.hash('user-code', value);
    return (await database.orm.em.fork().count(GrantRequest, { userCodeHash })) > 0;
  };
  for (const value of values) {
    const verifier = value.padEnd(43, 'x').slice(0, 43);
    await Promise.all([
      attempt('key', value, ok(stage.get('/api/v1/me', { authorization: `Bearer ${value}` }))),
      attempt('session', value, isSignedIn(stage, value)),
      attempt('device code', value, form({ grant_type: DEVICE_GRANT, device_code: value, client_id: CLIENT })),
      attempt('code', value, form(codeForm({ code: value, client_id: clientId, code_verifier: verifier }))),
      attempt('user code', value, isUserCode(value)),
    ]);
  }
  return { values: values.length, ...tally() };
}

async function isSignedIn(stage: OauthStage, token: string): Promise<boolean> {
  const cookie = `${cookieName(stage.services.config)}=${encodeURIComponent(token)}`;
  const { body } = await stage.graphql({ cookie, 'sec-fetch-site': 'same-origin' }, '{ viewer { id } }');
  return (body as { data?: { viewer?: unknown } }).data?.viewer != null;
}
