import { beforeAll, describe, expect, it } from 'vitest';
import { hashResetPassword, makePasswordReset, resetPassword } from '../../access/passwords/reset-password.ts';
import { resetSecondFactor } from '../../access/second-factor/reset-second-factor.ts';
import { User } from '../../access/user.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { expectProblem } from '../../testing/api.ts';
import { untilAtLocks } from '../../testing/database/held-rows.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { givenPasskey } from '../../testing/passkeys/passkeys.ts';
import { enrolTotp, makeFresh, PASSWORD, mailsTo as readMails, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';

const NEW_PASSWORD = 'fulfil-otter-lamp';
const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }';

const database = useTestDatabase();
const stage = usePeople(database);
const em = () => stage.services.orm.em.fork();

beforeAll(() => {
  stage.services.config.mail = { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' };
});

const mailsTo = (email: string) => readMails(stage.services, email);
const tokenIn = (link: string | undefined): string => link?.split('#token=')[1] ?? '';
const post = (path: string, body: unknown) => stage.open().post(`/api/auth/${path}`, body);
const forgot = (email: string) => post('password/forgot', { email });
const reset = (token: string, password = NEW_PASSWORD) => post('password/reset', { token, password });
const enter = (email: string, password: string) => post('sign-in/email', { email, password });

async function mailedToken(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  expect((await forgot(email)).statusCode).toBe(202);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(before + 1);
  return tokenIn((await mailsTo(email)).at(-1)?.link?.url);
}

describe('a lost password', () => {
  it('is reset by an emailed link that works once, and every browser is signed out', async () => {
    const person = await stage.person();
    const token = await mailedToken(person.email.toUpperCase().toLowerCase());
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
    expect(await whoIsAt(person.browser)).toBeNull();
    expectProblem(await enter(person.email, PASSWORD), 'wrong_credentials');
    expect((await enter(person.email, NEW_PASSWORD)).statusCode).toBe(200);
    expectProblem(await reset(token), 'reset_link_invalid');
  });

  it('is reset until a time in the zone of the person’s workspace', async () => {
    const { accountId } = await givenWorkspace(stage.services, { timeZone: 'Asia/Tokyo' });
    const person = await stage.person({ accountId });
    await mailedToken(person.email);
    expect((await mailsTo(person.email)).at(-1)?.paragraphs.join()).toContain('(Asia/Tokyo)');
  });

  it('still requires the second factor after a reset', async () => {
    const person = await stage.person();
    await enrolTotp(stage, person);
    await reset(await mailedToken(person.email));
    expect((await enter(person.email, NEW_PASSWORD)).json()).toMatchObject({ second_factor: ['totp', 'recovery_code'] });
  });

  it('returns the same response for an unknown address, and sends nothing there', async () => {
    const person = await stage.person();
    const [known, unknown] = [await forgot(person.email), await forgot('unknown@example.org')];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    await expect.poll(() => mailsTo(person.email)).toHaveLength(1);
    await mailedToken(person.email);
    expect(await mailsTo('unknown@example.org')).toEqual([]);
  });

  it('sends at most three emails per quarter of an hour, and only the newest link works', async () => {
    const person = await stage.person();
    const first = await mailedToken(person.email);
    const second = await mailedToken(person.email);
    await mailedToken(person.email);
    for (let i = 0; i < 5; i++) await forgot(person.email);
    const last = tokenIn((await mailsTo(person.email)).at(-1)?.link?.url);
    expect(await mailsTo(person.email)).toHaveLength(3);
    for (const token of [first, second]) expectProblem(await reset(token), 'reset_link_invalid');
    expect((await reset(last)).statusCode).toBe(204);
  });

  it('is not set by a link that was sent before the password was changed or the second factor reset', async () => {
    const person = await stage.person();
    const first = await mailedToken(person.email);
    await makeFresh(person);
    await person.browser.must('mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { sessions { isCurrent } } }', {
      input: { password: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expectProblem(await reset(first), 'reset_link_invalid');
    const second = await mailedToken(person.email);
    await inTransaction(contextFor(stage.services, { kind: 'operator' }), (tx) => resetSecondFactor(tx, person.email));
    expectProblem(await reset(second), 'reset_link_invalid');
  });

  it('lets no sign-in through that checked the old password before', async () => {
    const person = await stage.person();
    const token = await mailedToken(person.email);
    const passwordHash = await hashResetPassword(contextFor(stage.services, { kind: 'system' }), { token, password: NEW_PASSWORD });
    const { entering } = await inTransaction(contextFor(stage.services, { kind: 'system' }), async (tx) => {
      await resetPassword(tx, { token, passwordHash });
      const begun = enter(person.email, PASSWORD);
      await Promise.race([begun, untilAtLocks(database, 1)]);
      return { entering: begun };
    });
    expectProblem(await entering, 'wrong_credentials');
  });

  it('keeps the link valid if the new password is too weak, and expires it in time', async () => {
    const person = await stage.person();
    const token = await mailedToken(person.email);
    expectProblem(await reset(token, 'password1234'), 'validation_failed');
    expectProblem(await reset(token, person.email), 'validation_failed');
    stage.clock.advance(HOUR_MS);
    expectProblem(await reset(token), 'reset_link_invalid');
  });

  it('is reset by the operator if the service sends no email', async () => {
    const person = await stage.person();
    const { link } = await inTransaction(contextFor(stage.services, { kind: 'operator' }), (tx) => makePasswordReset(tx, person.email));
    expect((await reset(tokenIn(link))).statusCode).toBe(204);
    expect((await enter(person.email, NEW_PASSWORD)).statusCode).toBe(200);
  });
});

describe('an email address', () => {
  const confirmedAt = async (email: string) => (await em().findOneOrFail(User, { email })).emailConfirmedAt ?? null;
  const accept = (token: string) => post('invitation/accept', { token, name: 'New', password: NEW_PASSWORD });

  async function invite(email: string, to?: string, role = 'APPROVER'): Promise<{ shown: string; mailed: string; accountId: string }> {
    const accountId = to ?? (await givenWorkspace(stage.services)).accountId;
    const owner = await stage.person({ accountId });
    await makeFresh(owner);
    const { inviteMember } = await owner.browser.must<{ inviteMember: { link: string } }>(INVITE, {
      input: { accountId, email, role },
    });
    return { accountId, shown: tokenIn(inviteMember.link), mailed: tokenIn((await mailsTo(email)).at(-1)?.link?.url) };
  }

  it('is invited until a time in the zone of the account’s workspace', async () => {
    const { accountId } = await givenWorkspace(stage.services, { timeZone: 'Asia/Tokyo' });
    const owner = await stage.person({ accountId });
    await makeFresh(owner);
    await owner.browser.must(INVITE, { input: { accountId, email: 'yuki@example.org', role: 'VIEWER' } });
    expect((await mailsTo('yuki@example.org')).at(-1)?.paragraphs.join()).toContain('(Asia/Tokyo)');
  });

  it('is confirmed by the emailed link, and not by the one shown to an owner', async () => {
    const [proved, said] = [await invite('proved@example.net'), await invite('said@example.net')];
    expect((await accept(proved.mailed)).statusCode).toBe(200);
    expect((await accept(said.shown)).statusCode).toBe(200);
    expect(await confirmedAt('proved@example.net')).not.toBeNull();
    expect(await confirmedAt('said@example.net')).toBeNull();
  });

  it('is removed from a person who never confirmed it', async () => {
    const squatter = await invite('wanted@example.net');
    const browser = stage.open();
    await browser.post('/api/auth/invitation/accept', { token: squatter.shown, name: 'Squatter', password: NEW_PASSWORD });
    const theirs = await invite('wanted@example.net');
    // The squatter can no longer use the address.
    expectProblem(await browser.post('/api/auth/invitation/accept', { token: theirs.shown }), 'email_unconfirmed');
    expect((await stage.open().post('/api/auth/invitation', { token: theirs.mailed })).json()).toMatchObject({ is_known_person: false });
    const password = 'kaffee-loch-schraube';
    expect((await post('invitation/accept', { token: theirs.mailed, name: 'Ada', password })).statusCode).toBe(200);
    expect(await whoIsAt(browser)).toBeNull();
    expectProblem(await enter('wanted@example.net', NEW_PASSWORD), 'wrong_credentials');
    expect((await enter('wanted@example.net', password)).statusCode).toBe(200);
    const accounts = await em().execute<{ account_id: string }[]>(
      'select m.account_id from memberships m join users u on u.id = m.user_id where u.email = ?',
      ['wanted@example.net'],
    );
    expect(accounts.map(({ account_id }) => account_id)).toEqual([theirs.accountId]);
  });

  it('revokes the programs of a person who never confirmed it, even if its owner joins the same account later', async () => {
    const email = 'boarded@example.net';
    const { workspace, accountId } = await givenWorkspace(stage.services);
    const squatter = await invite(email, accountId);
    await accept(squatter.shown);
    const { id: personUserId } = await em().findOneOrFail(User, { email });
    const expiresAt = new Date(stage.clock.now().getTime() + HOUR_MS);
    const { authorization } = await givenAgent(stage.services, workspace, { scopes: ['read'], expiresAt, personUserId });
    const read = () => stage.app.inject({ url: '/api/v1/drafts', headers: { authorization } });
    expect((await read()).statusCode).toBe(200);
    await accept((await invite(email)).mailed);
    const { mailed } = await invite(email, accountId);
    const browser = stage.open();
    await browser.post('/api/auth/sign-in/email', { email, password: NEW_PASSWORD });
    expect((await browser.post('/api/auth/invitation/accept', { token: mailed })).statusCode).toBe(200);
    expectProblem(await read(), 'key_revoked');
  });

  it('keeps no way in of a person who never confirmed it, once a mailed password reset has', async () => {
    const email = 'squatted@example.net';
    const { workspace, accountId } = await givenWorkspace(stage.services);
    const browser = stage.open();
    const { shown } = await invite(email, accountId);
    await browser.post('/api/auth/invitation/accept', { token: shown, name: 'Squatter', password: PASSWORD });
    const { id: userId } = await em().findOneOrFail(User, { email });
    await enrolTotp(stage, { browser });
    const passkey = await givenPasskey(stage.services, userId);
    const expiresAt = new Date(stage.clock.now().getTime() + HOUR_MS);
    const { authorization } = await givenAgent(stage.services, workspace, { scopes: ['read'], expiresAt, personUserId: userId });

    expect((await reset(await mailedToken(email))).statusCode).toBe(204);
    expect((await enter(email, NEW_PASSWORD)).json()).not.toHaveProperty('second_factor');
    const stranger = stage.open();
    const asked = (await stranger.post('/api/auth/passkey/options')).json();
    expectProblem(await stranger.post('/api/auth/passkey/verify', { response: passkey.get(asked) }), 'passkey_refused');
    expectProblem(await stage.app.inject({ url: '/api/v1/drafts', headers: { authorization } }), 'key_revoked');
  });

  it('remains that of an account’s last owner when its person takes it back, since no account is without one', async () => {
    const email = 'founding@example.net';
    const { accountId } = await givenWorkspace(stage.services);
    const { shown } = await invite(email, accountId, 'OWNER');
    expect((await accept(shown)).statusCode).toBe(200);
    await em().execute('delete from memberships m using users u where u.id = m.user_id and m.account_id = ? and u.email <> ?', [
      accountId,
      email,
    ]);
    expect((await accept((await invite(email)).mailed)).statusCode).toBe(200);
    const owners = await em().execute<{ email: string }[]>(
      "select u.email from memberships m join users u on u.id = m.user_id where m.account_id = ? and m.role = 'owner'",
      [accountId],
    );
    expect(owners).toEqual([{ email }]);
  });

  it('is confirmed by a password reset that was requested by email', async () => {
    const { shown } = await invite('later@example.net');
    await accept(shown);
    await reset(await mailedToken('later@example.net'), 'another-lamp-otter');
    expect(await confirmedAt('later@example.net')).not.toBeNull();
  });
});
