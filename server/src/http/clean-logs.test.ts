import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { approve, DEVICE_GRANT, lookUp, obtainKey, PASSWORD, seen, startDevice, useOauth } from '../testing/oauth.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { buildServer } from './server.ts';

/** Promise S4 for the ways to a key: at the most talkative level no secret gets into the log. */
const lines: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
const database = useTestDatabase();
const stage = useOauth(database, { log });

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

it('logs no error when a caller disconnects during a download or an upload', async () => {
  const logged: { level: number }[] = [];
  const watched = createTestServices(database, {
    log: createLog({ logLevel: 'info' }, { write: (line) => logged.push(JSON.parse(line)) }),
  });
  const app = await buildServer(watched);
  const { workspace } = await givenWorkspace(watched);
  const { authorization } = await givenAgent(watched, workspace);
  app.post('/waits', (_request, reply) => reply.type('video/mp4').send(new Readable({ read() {} })));
  app.get('/begins', (_request, reply) => reply.type('video/mp4').send(Readable.from(endless(), { objectMode: false })));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const headers = `host: localhost\r\nauthorization: ${authorization}\r\ncontent-length: 1000`;
  const cut = [
    'POST /waits HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    'GET /begins HTTP/1.1\r\nhost: localhost\r\n\r\n',
    `POST /api/v1/drafts HTTP/1.1\r\n${headers}\r\ncontent-type: application/json\r\n\r\n{"source_text":`,
    `POST /api/media HTTP/1.1\r\n${headers}\r\ncontent-type: image/png\r\n\r\nPNG`,
  ];
  // A page that goes away before its subscription has begun is the first.
  for (const request of cut) {
    const socket = connect(port, '127.0.0.1');
    const received = once(app.server, 'request');
    socket.write(request);
    const [, response] = await received;
    if (request.includes('/begins')) await once(socket, 'data');
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
  }
  await app.close();
  expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
});

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'byte'.repeat(1_000);
}
