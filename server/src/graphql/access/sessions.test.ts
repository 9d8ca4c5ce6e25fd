import { beforeEach, describe, expect, it } from 'vitest';
import { Session } from '../../access/sessions/session.entity.ts';
import { deviceName } from '../../access/sessions/sessions.ts';
import { digestRows, expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { enrolTotp, makeFresh, PASSWORD, type Person, REAUTHENTICATE, totpCode, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0';
const LIST = '{ security { freshUntil sessions { id device address createdAt lastSeenAt expiresAt isCurrent } } }';
const END = 'mutation ($id: ID!) { endSession(sessionId: $id) { sessions { id } } }';
const END_OTHERS = 'mutation { endOtherSessions { sessions { isCurrent } } }';
const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { sessions { isCurrent } } }';

interface Listed {
  security: {
    freshUntil: string | null;
    sessions: { id: string; device: string; address: string; lastSeenAt: string; isCurrent: boolean }[];
  };
}

const database = useTestDatabase();
const stage = usePeople(database);
let person: Person;
beforeEach(async () => {
  person = await stage.person();
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const list = async (browser: Browser) => (await browser.must<Listed>(LIST)).security;

describe('confirming one’s identity', () => {
  const reauthenticate = (browser: Browser) => browser.must(REAUTHENTICATE, { input: { password: PASSWORD } });
  const holding = (cookies: ReadonlyMap<string, string>) => stage.open({ cookies: Object.fromEntries(cookies) });
  const NEW_APP = 'mutation { beginTotp { secret } }';

  it('renews the token: the previous one is valid for ten more seconds, but not for sensitive changes', async () => {
    const browser = await stage.signIn(person);
    const thief = holding(browser.cookies);
    const before = new Map(browser.cookies);
    await reauthenticate(browser);
    expect([...browser.cookies]).not.toEqual([...before]);
    expect((await browser.ask(NEW_APP)).code).toBeNull();
    // What was on its way is answered.
    expect(await whoIsAt(thief)).toBe(person.email);
    expect((await thief.ask(NEW_APP)).code).toBe('reauthentication_required');
    stage.clock.advance(10_000);
    expect(await whoIsAt(thief)).toBeNull();
    expect(await whoIsAt(browser)).toBe(person.email);
    expect((await list(browser)).sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  it('keeps the token if the confirmation fails', async () => {
    const browser = await stage.signIn(person);
    const before = new Map(browser.cookies);
    expect((await browser.ask(REAUTHENTICATE, { input: { password: 'not the password at all' } })).code).toBe('reauthentication_failed');
    expect([...browser.cookies]).toEqual([...before]);
    expect(await whoIsAt(browser)).toBe(person.email);
  });

  it('also renews the token with a new password', async () => {
    const browser = await stage.signIn(person);
    const thief = holding(browser.cookies);
    await browser.must(CHANGE, { input: { password: PASSWORD, newPassword: 'fulfil-otter-lamp-kite' } });
    stage.clock.advance(10_000);
    expect([await whoIsAt(thief), await whoIsAt(browser)]).toEqual([null, person.email]);
  });
});

describe('the list of sessions', () => {
  it('shows device, address and time of each, and marks the current one', async () => {
    const other = await stage.signIn(person, { userAgent: FIREFOX, address: '198.51.100.4' });
    const { sessions } = await list(other);
    const at = stage.clock.now().toISOString();
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^ses_/),
      device: 'Firefox (Windows)',
      address: '198.51.100.4',
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(stage.clock.now().getTime() + 14 * 86_400_000).toISOString(),
      isCurrent: true,
    });
    expect(sessions[1]).toMatchObject({ isCurrent: false });
  });

  it('records the time and address of a session’s use, at most once a minute', async () => {
    const browser = await stage.signIn(person);
    const seen = async () =>
      (await em().findOneOrFail(Session, { userId: person.userId, userAgent: 'test', address: { $ne: null } })).lastSeenAt;
    const first = await seen();
    stage.clock.advance(59_000);
    await list(browser);
    await stage.services.lastUses.write();
    expect(await seen()).toEqual(first);
    stage.clock.advance(1_000);
    await Promise.all(Array.from({ length: 10 }, () => list(browser)));
    expect(await seen()).toEqual(first);
    await stage.services.lastUses.write();
    expect(await seen()).toEqual(stage.clock.now());
  });

  it('changes no row by a GET, however old the last use', async () => {
    stage.clock.advance(3_600_000);
    const rows = await digestRows(database.orm);
    for (const path of [
      '/',
      '/settings/security',
      '/settings/members',
      '/invite',
      '/api/auth/sign-in/email',
      '/api/auth/invitation',
      '/api/auth/passkey/options',
      '/api/graphql?query={security{freshUntil}}',
      '/api/v1/me',
    ]) {
      await person.browser.get(path);
    }
    expect(await digestRows(database.orm)).toEqual(rows);
  });

  it('is visible only to each person themselves', async () => {
    const stranger = await stage.person();
    const { sessions } = await list(person.browser);
    await makeFresh(stranger);
    expect((await stranger.browser.ask(END, { id: sessions[0]?.id })).code).toBe('not_found');
    expect(await stage.open().must(LIST)).toEqual({ security: null });
    expect((await stage.open().ask(END_OTHERS)).code).toBe('unauthenticated');
  });
});

describe('signing out elsewhere', () => {
  it('ends one session, at once', async () => {
    const other = await stage.signIn(person);
    const [newest] = (await list(person.browser)).sessions;
    expect((await person.browser.ask(END, { id: newest?.id })).code).toBe('reauthentication_required');
    await makeFresh(person);
    await person.browser.must(END, { id: newest?.id });
    expect(await whoIsAt(other)).toBeNull();
    expect(await whoIsAt(person.browser)).toBe(person.email);
    expect((await person.browser.ask(END, { id: newest?.id })).code).toBe('not_found');
  });

  it('ends every other session, and pending sign-ins', async () => {
    const { secret } = await enrolTotp(stage, person);
    stage.clock.advance(30_000);
    const others = [await stage.signIn(person), await stage.signIn(person)];
    await others[0]?.post('/api/auth/sign-in/second-factor', { method: 'totp', code: totpCode(secret, stage.clock.now()) });
    expect(await person.browser.must(END_OTHERS)).toEqual({ endOtherSessions: { sessions: [{ isCurrent: true }] } });
    stage.clock.advance(30_000);
    expect(await whoIsAt(others[0]!)).toBeNull();
    const late = await others[1]!.post('/api/auth/sign-in/second-factor', { method: 'totp', code: totpCode(secret, stage.clock.now()) });
    expectProblem(late, 'sign_in_expired');
  });
});

describe('a new password', () => {
  const change = (input: { password?: string; newPassword?: string } = {}) =>
    person.browser.ask(CHANGE, { input: { password: PASSWORD, newPassword: 'another long password', ...input } });

  it('requires the old one, ends every other session and keeps this one', async () => {
    const other = await stage.signIn(person);
    expect((await change()).data).toEqual({ changePassword: { sessions: [{ isCurrent: true }] } });
    expect(await whoIsAt(other)).toBeNull();
    expect(await whoIsAt(person.browser)).toBe(person.email);
    expectProblem(await stage.open().post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 'wrong_credentials');
    const again = await stage.open().post('/api/auth/sign-in/email', { email: person.email, password: 'another long password' });
    expect(again.statusCode).toBe(200);
  });

  it('is refused for a wrong old password, even in a recently confirmed session, and for a short new one', async () => {
    await makeFresh(person);
    expect(await change({ password: 'wrong' })).toMatchObject({ code: 'reauthentication_failed', status: 403 });
    expect((await change({ newPassword: 'short' })).code).toBe('validation_failed');
    expect(await whoIsAt(await stage.signIn(person))).toBe(person.email);
  });

  it('limits guesses at the old one', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => change({ password: 'guess' })));
    expect(answers.filter(({ code }) => code === 'reauthentication_failed')).toHaveLength(10);
    expect(await change()).toMatchObject({ code: 'rate_limited', status: 429 });
  });
});

describe('confirming one’s identity by each method', () => {
  it('is valid for five minutes, in this session only', async () => {
    expect((await list(person.browser)).freshUntil).toBeNull();
    await makeFresh(person);
    expect((await list(person.browser)).freshUntil).toBe(new Date(stage.clock.now().getTime() + 300_000).toISOString());
    stage.clock.advance(300_000);
    expect((await list(person.browser)).freshUntil).toBeNull();
  });

  it('requires password and code from a person with an app, and accepts each code once', async () => {
    const { secret } = await enrolTotp(stage, person);
    stage.clock.advance(600_000);
    const code = totpCode(secret, stage.clock.now());
    const show = async (input: object) => (await person.browser.ask(REAUTHENTICATE, { input })).code;
    expect(await show({ password: PASSWORD })).toBe('reauthentication_required');
    expect(await show({ password: 'not the password', code })).toBe('reauthentication_failed');
    expect((await list(person.browser)).freshUntil).toBeNull();
    expect(await show({ password: PASSWORD, code })).toBeNull();
    expect(await show({ password: PASSWORD, code })).toBe('reauthentication_failed');
  });

  it('also requires the code before a new password from a person with an app', async () => {
    const { secret } = await enrolTotp(stage, person);
    stage.clock.advance(600_000);
    const change = async (password: string) =>
      (await person.browser.ask(CHANGE, { input: { password, newPassword: 'another long password' } })).code;
    expect(await change(PASSWORD)).toBe('reauthentication_required');
    await person.browser.must(REAUTHENTICATE, { input: { password: PASSWORD, code: totpCode(secret, stage.clock.now()) } });
    expect(await change('not the password')).toBe('reauthentication_failed');
    expect(await change(PASSWORD)).toBeNull();
  });

  it.each([{}, { code: '123456' }, { password: PASSWORD, passkey: {} }, { passkey: null }])(
    'accepts exactly one method, not %j',
    async (input) => {
      expect((await person.browser.ask(REAUTHENTICATE, { input })).code).toBe('bad_user_input');
    },
  );

  it('is refused to agents and to anonymous callers', async () => {
    expect((await stage.open().ask(REAUTHENTICATE, { input: { password: PASSWORD } })).code).toBe('unauthenticated');
  });
});

it.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari (macOS)',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
    'Chrome (iPhone)',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome (Android)',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge (Windows)',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0', 'Firefox (Linux)'],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('names the device of %s', (userAgent, name) => {
  expect(String(deviceName(userAgent))).toBe(name);
});

function em() {
  return database.orm.em.fork();
}

describe('failed sign-ins', () => {
  const FAILED = '{ security { failedSignIns { by address } } }';

  it('are shown only to the person concerned, with their address', async () => {
    const person = await stage.person();
    const stranger = stage.open({ address: '198.51.100.77' });
    await stranger.post('/api/auth/sign-in/email', { email: person.email, password: 'not the password' });
    await stranger.post('/api/auth/sign-in/email', { email: 'unknown@example.org', password: 'not the password' });
    expect(await person.browser.must(FAILED)).toEqual({
      security: { failedSignIns: [{ by: 'password', address: '198.51.100.77' }] },
    });
    expect(await (await stage.person()).browser.must(FAILED)).toEqual({ security: { failedSignIns: [] } });
    stage.clock.advance(31 * 86_400_000);
    const later = await stage.signIn(person);
    expect(await later.must(FAILED)).toEqual({ security: { failedSignIns: [] } });
  });
});
