import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { GrantRequest } from '../access/oauth/grant-request.entity.ts';
import { countRows } from '../testing/api.ts';
import { givenUser } from '../testing/factories.ts';
import { allowDevice, approve, DEVICE_GRANT, obtainKey, PASSWORD, poll, seen, startDevice, useOauth } from '../testing/oauth.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { cookieName } from './people/session-cookie.ts';

/** Promise K3: whoever gets a copy of the database can open nothing with it. */
const database = useTestDatabase();
const stage = useOauth(database);

const ROUNDS = 25;
const REDIRECT = 'http://127.0.0.1/callback';
const CLIENT = 'newsroom-agent';
const secrets: string[] = [PASSWORD];
let registeredId: string;

beforeAll(async () => {
  const answer = await stage.form('register', JSON.stringify({ redirect_uris: [REDIRECT] }), { 'content-type': 'application/json' });
  registeredId = (answer.body as { client_id: string }).client_id;
  for (let round = 0; round < ROUNDS; round++) secrets.push(...(await deviceSecrets(round)), ...(await codeSecrets(round)));
}, 120_000);

/** Flows that end in every state, so that every column has been filled. */
async function deviceSecrets(round: number): Promise<string[]> {
  const flow = await startDevice(stage, { client_id: CLIENT });
  const { sessionToken } = await givenUser(stage.services, stage.home.accountId, { role: 'viewer' });
  const found = [flow.device_code, flow.user_code, flow.user_code.replace('-', ''), sessionToken];
  if (round % 3 === 0) return found;
  await allowDevice(stage, flow);
  if (round % 3 === 1) return found;
  const { body } = await poll(stage, flow);
  return [...found, (body as { access_token: string }).access_token];
}

async function codeSecrets(round: number): Promise<string[]> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    client_id: registeredId,
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
  const token = await stage.form('token', {
    grant_type: 'authorization_code',
    code,
    client_id: registeredId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  });
  return [verifier, state, sealed, code, (token.body as { access_token: string }).access_token];
}

async function dump(): Promise<Record<string, unknown>[]> {
  const names = Object.keys(await countRows(database.orm));
  const em = database.orm.em.fork();
  const rows: Record<string, unknown>[] = [];
  for (const name of names)
    rows.push(
      ...(await em.execute<{ row: Record<string, unknown> }[]>(`select to_jsonb(t) as row from "${name}" t`)).map(({ row }) => row),
    );
  return rows;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it('holds no secret, in clear, base64 or hex', async () => {
  const text = JSON.stringify(await dump()).toLowerCase();
  const found = secrets.filter((secret) => {
    const bytes = Buffer.from(secret);
    return [secret, bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url'), bytes.toString('hex')].some((form) =>
      text.includes(form.toLowerCase()),
    );
  });
  console.log(`K3 ${secrets.length} secrets searched in a dump in clear, base64 and hex: ${found.length} found`);
  expect(secrets.length).toBeGreaterThanOrEqual(200);
  expect(found).toEqual([]);
});

it('opens nothing when every stored value is tried as key, code or session', { timeout: 120_000 }, async () => {
  const values = [...new Set((await dump()).flatMap(textsIn))].filter((value) => value !== '' && !/[^\x20-\x7e]/.test(value));
  const { sealer } = stage.services;
  let tries = 0;
  const accepted: string[] = [];
  const attempt = async (what: string, value: string, isOpen: Promise<boolean>) => {
    tries += 1;
    if (await isOpen) accepted.push(`${what}: ${value}`);
  };
  const ok = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
  const form = (parameters: Record<string, string>) => ok(stage.form('token', parameters));
  for (const value of values) {
    await Promise.all([
      attempt('key', value, ok(stage.get('/api/v1/me', { authorization: `Bearer ${value}` }))),
      attempt('session', value, isSignedIn(value)),
      attempt('device code', value, form({ grant_type: DEVICE_GRANT, device_code: value, client_id: CLIENT })),
      attempt(
        'code',
        value,
        form({
          grant_type: 'authorization_code',
          code: value,
          client_id: registeredId,
          redirect_uri: REDIRECT,
          code_verifier: value.padEnd(43, 'x').slice(0, 43),
        }),
      ),
      attempt(
        'user code',
        value,
        database.orm.em
          .fork()
          .count(GrantRequest, { userCodeHash: sealer.hash('user-code', value) })
          .then((count) => count > 0),
      ),
    ]);
  }
  console.log(`K3 ${values.length} stored values tried as key, session and code, ${tries} tries: ${accepted.length} accepted`);
  expect(values.length).toBeGreaterThan(200);
  expect(accepted).toEqual([]);
  expect((await stage.get('/api/v1/me', { authorization: `Bearer ${await obtainKey(stage)}` })).status).toBe(200);
});

async function isSignedIn(token: string): Promise<boolean> {
  const cookie = `${cookieName(stage.services.config)}=${encodeURIComponent(token)}`;
  const { body } = await stage.graphql({ cookie, 'sec-fetch-site': 'same-origin' }, '{ viewer { id } }');
  return (body as { data?: { viewer?: unknown } }).data?.viewer != null;
}
