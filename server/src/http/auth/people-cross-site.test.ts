import { beforeAll, expect, it } from 'vitest';
import { digestRows, expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { enrolTotp, makeFresh, PASSWORD, type Person, totpCode, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promise C1: a page of another site changes nothing here, whatever this browser's cookies allow. */
const database = useTestDatabase();
const stage = usePeople(database);

const JSON_BODY = { 'content-type': 'application/json' };
const EVIL = 'https://evil.example';

/** Headers that another site can make a browser send; an empty value means that the header is missing. */
const SHAPES: [string, Record<string, string>][] = [
  ['a fetch', { ...JSON_BODY, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: EVIL }],
  ['a fetch without CORS', { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: EVIL }],
  [
    'a form',
    { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: EVIL },
  ],
  ['a form with text/plain', { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: EVIL }],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site', origin: EVIL }],
  ['a page of a sister host', { ...JSON_BODY, 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:4000' }],
  ['a page on another port', { ...JSON_BODY, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4001' }],
  ['a frame without an origin', { ...JSON_BODY, 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a script that lies about the origin', { ...JSON_BODY, 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' }],
  ['an old browser', { ...JSON_BODY, 'sec-fetch-site': '', origin: EVIL }],
  ['an old browser without an origin', { ...JSON_BODY, 'sec-fetch-site': '', origin: '' }],
  [
    'a beacon',
    {
      'content-type': 'text/plain;charset=UTF-8',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'empty',
      origin: EVIL,
      referer: `${EVIL}/x`,
    },
  ],
  ['a page with our address in its own', { ...JSON_BODY, 'sec-fetch-site': '', origin: 'http://localhost:4000.evil.example' }],
];

const MUTATIONS: [string, Record<string, unknown>][] = [
  ['mutation { endOtherSessions { freshUntil } }', {}],
  ['mutation { disableTotp { freshUntil } }', {}],
  ['mutation { beginTotp { secret } }', {}],
  ['mutation { beginPasskey }', {}],
  ['mutation { renewRecoveryCodes { recoveryCodes } }', {}],
  ['mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { freshUntil } }', { input: { password: PASSWORD } }],
  [
    'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { freshUntil } }',
    { input: { password: PASSWORD, newPassword: 'owned by another site' } },
  ],
  [
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }',
    { input: { email: 'evil@example.org', role: 'OWNER' } },
  ],
];

let person: Person;
let waiting: Browser;
let routes: [string, unknown][];
beforeAll(async () => {
  person = await stage.person();
  const { secret } = await enrolTotp(stage, person);
  stage.clock.advance(30_000);
  waiting = await stage.signIn(person);
  const owner = await stage.person();
  await makeFresh(owner);
  const { inviteMember } = await owner.browser.must<{ inviteMember: { link: string } }>(
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }',
    { input: { accountId: owner.accountId, email: 'new@example.org', role: 'OWNER' } },
  );
  const token = inviteMember.link.split('=')[1];
  routes = [
    ['/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }],
    ['/api/auth/sign-in/second-factor', { method: 'totp', code: totpCode(secret, stage.clock.now()) }],
    ['/api/auth/passkey/options', {}],
    ['/api/auth/passkey/verify', { response: { id: 'x', response: {} } }],
    ['/api/auth/invitation', { token }],
    ['/api/auth/invitation/accept', { token, name: 'Evil', password: PASSWORD }],
    ['/api/auth/setup', { token: 'x', name: 'Evil', email: 'evil@example.org', password: PASSWORD, workspace_name: 'Evil' }],
    ['/api/auth/sign-out', {}],
  ];
});

it.each(SHAPES)('%s from another site changes no row', async (_what, headers) => {
  const rows = await digestRows(database.orm);
  const cookies = { ...Object.fromEntries(waiting.cookies), ...Object.fromEntries(person.browser.cookies) };
  for (const [path, body] of routes) {
    const response = await send(path, body, headers, cookies);
    // Anything but JSON is refused before it is parsed.
    if (headers['content-type'] === 'application/json') expectProblem(response, 'cross_site_request');
    else expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.cookies).toEqual([]);
  }
  for (const [query, variables] of MUTATIONS) {
    const input = { accountId: person.accountId, ...(variables.input as object) };
    const response = await send('/api/graphql', { query, variables: 'input' in variables ? { input } : {} }, headers, cookies);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
  }
  expect(await digestRows(database.orm)).toEqual(rows);
});

it('the same changes are accepted from our own pages', async () => {
  expect((await person.browser.ask('mutation { beginPasskey }')).code).toBeNull();
  const [path = '', body] = routes[1] ?? [];
  expect((await waiting.post(path, body)).statusCode).toBe(200);
  console.log(`C1 ${SHAPES.length} cross-site shapes × ${routes.length + MUTATIONS.length} requests with live cookies: 0 rows changed`);
});

function send(url: string, body: unknown, headers: Record<string, string>, cookies: Record<string, string>) {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return stage.app.inject({ method: 'POST', url, headers: { ...sent, cookie, host: 'localhost:4000' }, payload: JSON.stringify(body) });
}
