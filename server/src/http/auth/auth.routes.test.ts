import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../access/accounts.ts';
import { hashPassword } from '../../access/passwords/password.ts';
import { createSetupToken } from '../../access/setup.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countRows, expectProblem, useApi } from '../../testing/api.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { authenticateRequest } from './authenticate.ts';

const database = useTestDatabase();
const api = useApi(database);
const password = 'correct horse battery';
const SAME_SITE = { 'sec-fetch-site': 'same-origin' };
let number = 0;
let email: string;

beforeEach(async () => {
  number += 1;
  email = `owner-${number}@example.org`;
  const ownerPasswordHash = await hashPassword({ password, pointer: '/password', about: [] });
  await inTransaction(contextFor(api.services, { kind: 'operator' }), (tx) =>
    createAccount(tx, { name: 'Harbour', ownerName: 'Ana', ownerEmail: email, ownerPasswordHash, isApproved: true, plan: 'none' }),
  );
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const signIn = (body: Record<string, unknown>, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress,
    headers: withoutEmpty({ ...SAME_SITE, ...headers }),
    payload: body,
  });

const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

describe('signing in', () => {
  it('sets a cookie that scripts cannot read, and does not expose the token', async () => {
    const response = await signIn({ email: email.toUpperCase(), password });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ user_id: expect.stringMatching(/^usr_/) });
    const session = response.cookies.find(({ name }) => name === 'countersign');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session).not.toHaveProperty('domain');
    expect(response.body).not.toContain(session?.value);
  });

  it('refuses a wrong password and an unknown person alike', async () => {
    const wrong = await signIn({ email, password: 'wrong' });
    const unknown = await signIn({ email: 'unknown@example.org', password });
    expectProblem(wrong, 'wrong_credentials');
    expectProblem(unknown, 'wrong_credentials');
    expect(wrong.cookies).toEqual([]);
    expect({ ...wrong.json(), request_id: '' }).toEqual({ ...unknown.json(), request_id: '' });
  });

  it('reports errors in the language of the browser', async () => {
    const refused = await signIn({ email, password: 'wrong' }, { 'accept-language': 'de' });
    expect(refused.json()).toMatchObject({
      code: 'wrong_credentials',
      title: 'E-Mail-Adresse und Passwort passen nicht zusammen.',
      detail: 'E-Mail-Adresse und Passwort passen nicht zusammen.',
      remedy: 'Prüfen Sie beides und versuchen Sie es erneut.',
    });
  });

  it('lists the faults of the body', async () => {
    const problem = expectProblem(await signIn({ email: 'x', pass: 1 }), 'validation_failed');
    expect(problem.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/password', message: 'is required' },
        { pointer: '/pass', message: 'is not a known field: remove it or correct its name' },
      ]),
    );
  });

  it('ends with signing out', async () => {
    const cookie = cookiesOf(await signIn({ email, password }));
    const out = await api.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { ...SAME_SITE, cookie } });
    expect(out.statusCode).toBe(204);
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect(out.cookies).toContainEqual(expect.objectContaining({ name: 'countersign', value: '' }));
    expect(await whoIs({ cookie })).toEqual({ kind: 'anonymous' });
  });
});

describe('a request from another site', () => {
  it.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['Origin: null', { 'sec-fetch-site': '', origin: 'null' }],
    ['neither header', { 'sec-fetch-site': '' }],
    ['a cross-site fetch with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' }],
  ])('is refused by %s', async (_name, headers) => {
    const before = await countRows(database.orm);
    expectProblem(await signIn({ email, password }, headers), 'cross_site_request');
    expect(await countRows(database.orm)).toEqual(before);
  });

  it.each([
    ['the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['our public origin in an older browser', { 'sec-fetch-site': '', origin: 'http://localhost:4000' }],
    ['the host it is sent to in an older browser', { 'sec-fetch-site': '', origin: 'http://localhost:80', host: 'localhost:80' }],
  ])('is not what comes from %s', async (_name, headers) => {
    expect((await signIn({ email, password }, headers)).statusCode).toBe(200);
  });

  it('cannot use the cookie for a change, but can read', async () => {
    const cookie = cookiesOf(await signIn({ email, password }));
    await expect(whoIs({ cookie, 'sec-fetch-site': 'cross-site' }, 'POST')).rejects.toMatchObject({ code: 'cross_site_request' });
    expect(await whoIs({ cookie, 'sec-fetch-site': 'same-origin' }, 'POST')).toMatchObject({ kind: 'user', email });
    expect(await whoIs({ cookie, 'sec-fetch-site': 'cross-site' }, 'GET')).toMatchObject({ kind: 'user', email });
  });
});

it('authenticates a request with a key only by the key', async () => {
  const cookie = cookiesOf(await signIn({ email, password }));
  expect(await whoIs({ cookie, authorization: api.agent.authorization }, 'POST')).toMatchObject({ kind: 'agent' });
  await expect(whoIs({ cookie, authorization: 'Bearer nonsense' }, 'POST')).rejects.toMatchObject({ code: 'key_malformed' });
});

it('accepts no cookie for REST operations', async () => {
  const cookie = cookiesOf(await signIn({ email, password }));
  expectProblem(await api.app.inject({ url: '/api/v1/me', headers: { cookie, ...SAME_SITE } }), 'unauthenticated');
});

describe('guessing', () => {
  const guess = (i: number, headers: Record<string, string> = {}, from?: string) =>
    signIn({ email, password: `guess ${i}` }, headers, from);
  const guessMany = async (times: number, headers?: Record<string, string>, from?: string) => {
    for (let i = 0; i < times; i++) await guess(i, headers, from);
  };

  it('is stopped by account and address, however many come at once, and a forged X-Forwarded-For does not help', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => guess(i, { 'x-forwarded-for': `203.0.113.${i}` })));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    if (!refused) throw new Error('Nothing was refused.');
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectProblem(await signIn({ email, password }), 'rate_limited');
  });

  it('is stopped by account over many addresses', async () => {
    const answers = [];
    for (let i = 0; i < 60; i++) answers.push(await guess(i, {}, `198.51.100.${i}`));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50);
  });

  it('from one address does not lock out others at the same address', async () => {
    for (let i = 0; i < 35; i++) {
      expectProblem(await signIn({ email: `person-${i}@example.com`, password: 'guess' }, {}, '2001:db8::1'), 'wrong_credentials');
    }
    expect((await signIn({ email, password }, {}, '2001:db8::ffff')).statusCode).toBe(200);
  });

  it('by a stranger locks the owner out neither in their own browser nor at another address', async () => {
    const cookie = cookiesOf(await signIn({ email, password }));
    await guessMany(12, {}, '198.51.100.9');
    expectProblem(await signIn({ email, password }, {}, '198.51.100.9'), 'rate_limited');
    expect((await signIn({ email, password }, { cookie }, '198.51.100.9')).statusCode).toBe(200);
    expect((await signIn({ email, password }, {}, '192.0.2.5')).statusCode).toBe(200);
  });

  it('is counted separately for a known browser, but still limited', async () => {
    const cookie = cookiesOf(await signIn({ email, password }));
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await guess(i, { cookie }));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  });

  it('is possible again after the window, and a correct password is never counted', async () => {
    const right = await Promise.all(Array.from({ length: 12 }, () => signIn({ email, password })));
    expect(right.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    await guessMany(12);
    expectProblem(await signIn({ email, password }), 'rate_limited');
    await database.orm.em.fork().execute(`update attempt_windows set started_at = started_at - interval '16 minutes'`);
    expect((await signIn({ email, password })).statusCode).toBe(200);
  });
});

describe('setting up', () => {
  const setUp = (token: string, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/setup',
      headers: { ...SAME_SITE, ...headers },
      payload: { token, name: 'Olu', email: `olu-${number}@example.org`, password, workspace_name: 'First' },
    });

  it('refuses an invalid link and changes nothing', async () => {
    await setUp('nonsense');
    const before = await countRows(database.orm);
    expectProblem(await setUp('nonsense'), 'setup_link_invalid');
    expect(await countRows(database.orm)).toEqual(before);
  });

  it('reports whether a link is valid before the form is filled in, without using it up', async () => {
    const look = (token: string) => api.app.inject({ method: 'POST', url: '/api/auth/setup/link', headers: SAME_SITE, payload: { token } });
    expectProblem(await look('nonsense'), 'setup_link_invalid');
    const token = await inTransaction(contextFor(api.services, { kind: 'operator' }), (tx) => createSetupToken(tx));
    expect((await look(token ?? '')).statusCode).toBe(204);
    expect((await look(token ?? '')).statusCode).toBe(204);
  });

  it('works once, signs the operator in and returns the created objects', async () => {
    const token = await inTransaction(contextFor(api.services, { kind: 'operator' }), (tx) => createSetupToken(tx));
    const answers = await Promise.all([setUp(token ?? ''), setUp(token ?? '')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 401]);
    const done = answers.find(({ statusCode }) => statusCode === 201);
    if (!done) throw new Error('The setup did not complete.');
    expect(done.json()).toEqual({
      user_id: expect.stringMatching(/^usr_/),
      account_id: expect.stringMatching(/^acc_/),
      workspace_id: expect.stringMatching(/^wsp_/),
    });
    expect(await whoIs({ cookie: cookiesOf(done), ...SAME_SITE })).toMatchObject({ kind: 'user', name: 'Olu', isOperator: true });
  });
});

/** An empty value represents a header that is not sent. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

/** How a transport for people and agents would authenticate such a request. */
async function whoIs(headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const request = {
    headers,
    method,
    protocol: 'http',
    host: headers.host ?? 'localhost:80',
    cookies: parse(headers.cookie ?? ''),
    ip: '192.0.2.1',
    quotas: [],
    routeOptions: { config: {} },
  };
  return authenticateRequest(api.services, request as never);
}

function parse(cookie: string): Record<string, string> {
  return Object.fromEntries(cookie.split('; ').map((part) => part.split('=', 2) as [string, string]));
}
