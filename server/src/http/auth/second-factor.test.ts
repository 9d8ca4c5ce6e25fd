import { beforeEach, describe, expect, it } from 'vitest';
import { RecoveryCode, TotpSecret } from '../../access/second-factor/second-factor.entities.ts';
import { expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { enrolTotp, makeFresh, PASSWORD, type Person, totpCode, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const STEP_MS = 30_000;
const database = useTestDatabase();
const stage = usePeople(database);

let person: Person;
let app: { secret: string; recoveryCodes: string[] };
beforeEach(async () => {
  person = await stage.person();
  app = await enrolTotp(stage, person);
  // The code that confirmed the app cannot be used again.
  stage.clock.advance(STEP_MS);
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const now = () => stage.clock.now();
const codeAt = (offsetMs = 0) => totpCode(app.secret, new Date(now().getTime() + offsetMs));
const second = (browser: Browser, code: string, method = 'totp') => browser.post('/api/auth/sign-in/second-factor', { method, code });

describe('signing in with an authenticator app', () => {
  it('requests a code after the password, and reveals nothing else', async () => {
    const browser = stage.open();
    const response = await browser.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    expect(response.json()).toEqual({
      second_factor: ['totp', 'recovery_code'],
      expires_at: new Date(now().getTime() + 300_000).toISOString(),
    });
    expect([...browser.cookies.keys()]).toEqual(['countersign-sign-in']);
    expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await whoIsAt(browser)).toBeNull();
  });

  it('completes with the code, which removes the pending cookie', async () => {
    const browser = await stage.signIn(person);
    const response = await second(browser, codeAt());
    expect(response.json()).toEqual({ user_id: person.userId });
    expect(browser.cookies.has('countersign-sign-in')).toBe(false);
    expect(await whoIsAt(browser)).toBe(person.email);
  });

  it('does not accept the pending cookie as a session', async () => {
    const { cookies } = await stage.signIn(person);
    const token = cookies.get('countersign-sign-in') ?? '';
    expect(await whoIsAt(stage.open({ cookies: { countersign: token } }))).toBeNull();
  });

  it.each([
    ['the step before', -STEP_MS, 200],
    ['the step after', STEP_MS, 200],
    ['two steps before', -2 * STEP_MS, 401],
    ['two steps after', 2 * STEP_MS, 401],
  ])('judges a code of %s by the clock', async (_what, offset, status) => {
    stage.clock.advance(10 * STEP_MS);
    expect((await second(await stage.signIn(person), codeAt(offset))).statusCode).toBe(status);
  });

  it('accepts a code with spaces, and no other form', async () => {
    const browser = await stage.signIn(person);
    for (const code of ['12345', '1234567', 'abcdef', '１２３４５６', ' ']) expectProblem(await second(browser, code), 'wrong_code');
    const code = codeAt();
    expect((await second(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
  });

  it('accepts no code twice, nor an earlier one', async () => {
    const [before, code] = [codeAt(-STEP_MS), codeAt()];
    stage.clock.advance(0);
    expect((await second(await stage.signIn(person), code)).statusCode).toBe(200);
    expectProblem(await second(await stage.signIn(person), code), 'wrong_code');
    expectProblem(await second(await stage.signIn(person), before), 'wrong_code');
    stage.clock.advance(STEP_MS);
    expect((await second(await stage.signIn(person), codeAt())).statusCode).toBe(200);
  });

  it('accepts one of twenty concurrent sign-ins with the same code', async () => {
    const browsers = await Promise.all(Array.from({ length: 20 }, () => stage.signIn(person)));
    const code = codeAt();
    const answers = await Promise.all(browsers.map((browser) => second(browser, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('accepts one code per password sign-in, within five minutes', async () => {
    const browser = await stage.signIn(person);
    const twin = stage.open({ cookies: Object.fromEntries(browser.cookies) });
    expect((await second(browser, codeAt())).statusCode).toBe(200);
    stage.clock.advance(STEP_MS);
    expectProblem(await second(twin, codeAt()), 'sign_in_expired');
    const late = await stage.signIn(person);
    stage.clock.advance(300_000);
    expectProblem(await second(late, codeAt()), 'sign_in_expired');
    expectProblem(await second(stage.open(), codeAt()), 'sign_in_expired');
  });

  it('blocks guessing after ten wrong codes from any address, except in a known browser', async () => {
    const known = await stage.signIn(person);
    await second(known, codeAt());
    stage.clock.advance(STEP_MS);
    const answers = [];
    for (let i = 0; i < 12; i++)
      answers.push((await second(await stage.signIn(person, { address: `203.0.113.${i}` }), '000000')).statusCode);
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
    expectProblem(await second(await stage.signIn(person), codeAt()), 'rate_limited');
    await known.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    expect((await second(known, codeAt())).statusCode).toBe(200);
  });

  it('does not start for a wrong password', async () => {
    const browser = stage.open();
    expectProblem(await browser.post('/api/auth/sign-in/email', { email: person.email, password: 'wrong' }), 'wrong_credentials');
    expect(browser.cookies.size).toBe(0);
  });
});

describe('a recovery code', () => {
  it('replaces a code once, regardless of case and spacing', async () => {
    expect(app.recoveryCodes).toHaveLength(10);
    expect(new Set(app.recoveryCodes).size).toBe(10);
    const [code = '', other = ''] = app.recoveryCodes;
    // 20 letters of 28: more than the 112 bits for which a fast hash is enough.
    expect(code).toMatch(/^([B-DF-HJ-NP-TV-XZ]{4}-){6}[B-DF-HJ-NP-TV-XZ]{4}$/);
    const browser = await stage.signIn(person);
    expect((await second(browser, code.toLowerCase().replaceAll('-', ' '), 'recovery_code')).statusCode).toBe(200);
    expectProblem(await second(await stage.signIn(person), code, 'recovery_code'), 'wrong_code');
    expect((await second(await stage.signIn(person), other, 'recovery_code')).statusCode).toBe(200);
    expect(await browser.must('{ security { recoveryCodesLeft } }')).toEqual({ security: { recoveryCodesLeft: 8 } });
  });

  it('of an older version, with twelve letters, still works', async () => {
    const codeHash = stage.services.sealer.hash('recovery-code', `${person.userId}/BCDFGHJKLMNP`);
    await database.orm.em.fork().insert(RecoveryCode, { codeHash, userId: person.userId, createdAt: now() });
    expect((await second(await stage.signIn(person), 'BCDF-GHJK-LMNP', 'recovery_code')).statusCode).toBe(200);
  });

  it("does not work for another person's account", async () => {
    const other = await stage.person();
    await enrolTotp(stage, other);
    expectProblem(await second(await stage.signIn(other), app.recoveryCodes[0] ?? '', 'recovery_code'), 'wrong_code');
  });

  it('accepts one of ten concurrent sign-ins with the same code', async () => {
    const browsers = await Promise.all(Array.from({ length: 10 }, () => stage.signIn(person)));
    const answers = await Promise.all(browsers.map((browser) => second(browser, app.recoveryCodes[3] ?? '', 'recovery_code')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('stops working when new codes are created', async () => {
    const { renewRecoveryCodes } = await person.browser.must<{ renewRecoveryCodes: { recoveryCodes: string[] } }>(
      'mutation { renewRecoveryCodes { recoveryCodes } }',
    );
    expectProblem(await second(await stage.signIn(person), app.recoveryCodes[0] ?? '', 'recovery_code'), 'wrong_code');
    expect((await second(await stage.signIn(person), renewRecoveryCodes.recoveryCodes[0] ?? '', 'recovery_code')).statusCode).toBe(200);
  });
});

describe('an authenticator app', () => {
  const BEGIN = 'mutation { beginTotp { secret uri } }';
  const CONFIRM = 'mutation ($code: String!) { confirmTotp(code: $code) { recoveryCodes } }';
  const DISABLE = 'mutation { disableTotp { totpSince recoveryCodesLeft } }';
  const STATE = '{ security { totpSince recoveryCodesLeft } }';

  it('is set up, replaced and removed only in a recently confirmed session', async () => {
    const person = await stage.person();
    for (const query of [BEGIN, DISABLE, 'mutation { renewRecoveryCodes { recoveryCodes } }']) {
      expect(await person.browser.ask(query)).toMatchObject({ code: 'reauthentication_required', status: 403 });
    }
    expect((await person.browser.ask(CONFIRM, { code: '000000' })).code).toBe('reauthentication_required');
    await makeFresh(person);
    stage.clock.advance(300_000);
    expect((await person.browser.ask(BEGIN)).code).toBe('reauthentication_required');
  });

  it('is not required before a code has confirmed it', async () => {
    const person = await stage.person();
    await makeFresh(person);
    const { beginTotp } = await person.browser.must<{ beginTotp: { secret: string; uri: string } }>(BEGIN);
    expect(beginTotp.uri).toBe(
      `otpauth://totp/Countersign:${encodeURIComponent(person.email)}?issuer=Countersign&secret=${beginTotp.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await person.browser.must(STATE)).toEqual({ security: { totpSince: null, recoveryCodesLeft: 0 } });
    expect(await whoIsAt(await stage.signIn(person))).toBe(person.email);
    expect((await person.browser.ask(CONFIRM, { code: '000000' })).code).toBe('wrong_code');
    await person.browser.must(CONFIRM, { code: totpCode(beginTotp.secret, now()) });
    expect(await person.browser.must(STATE)).toEqual({ security: { totpSince: now().toISOString(), recoveryCodesLeft: 10 } });
    expect((await person.browser.ask(BEGIN)).code).toBe('already_exists');
    expect((await person.browser.ask(CONFIRM, { code: totpCode(beginTotp.secret, now()) })).code).toBe('invalid_state');
  });

  it('seals its secret for its own row only', async () => {
    const em = database.orm.em.fork();
    const row = await em.findOneOrFail(TotpSecret, { userId: person.userId });
    expect(JSON.stringify(row)).not.toContain(app.secret);
    const other = await stage.person();
    await em.insert(TotpSecret, { ...row, userId: other.userId });
    const browser = await stage.signIn(other);
    expect((await second(browser, codeAt())).statusCode).toBe(500);
    expect(await whoIsAt(browser)).toBeNull();
    await em.nativeDelete(TotpSecret, { userId: other.userId });
  });

  it('is deleted with its codes when it is removed', async () => {
    const waiting = await stage.signIn(person);
    expect(await person.browser.must(DISABLE)).toEqual({ disableTotp: { totpSince: null, recoveryCodesLeft: 0 } });
    expectProblem(await second(waiting, app.recoveryCodes[0] ?? '', 'recovery_code'), 'sign_in_expired');
    expect(await whoIsAt(await stage.signIn(person))).toBe(person.email);
    expect(await database.orm.em.fork().count(RecoveryCode, { userId: person.userId })).toBe(0);
  });
});
