import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Account } from '../../access/account.entity.ts';
import { approveSignup, listSignups, maintainSignups } from '../../access/decide-signup.ts';
import { Mail } from '../../access/mail/mail.entity.ts';
import { mailPlace } from '../../access/mail/queue-mail.ts';
import { Notice } from '../../access/notice.entity.ts';
import { Signup } from '../../access/signup.entity.ts';
import { User } from '../../access/user.entity.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { DAY_MS, MINUTE_MS } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { expectProblem } from '../../testing/api.ts';
import { givenUser } from '../../testing/factories.ts';
import { PASSWORD, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { cookieName } from './cookies.ts';

const CHOSEN = 'fulfil-otter-lamp';

const database = useTestDatabase();
const stage = usePeople(database);
const em = () => stage.services.orm.em.fork();
const operator = () => contextFor(stage.services, { kind: 'operator' });

let operatorId: string;
beforeAll(async () => {
  Object.assign(stage.services.config, {
    mail: { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' },
    people: { ...stage.services.config.people, isSignUpOpen: true },
  });
  operatorId = (await givenUser(stage.services, stage.accountId, { isOperator: true })).userId;
});
beforeEach(async () => {
  await em().execute('delete from attempt_windows; delete from signups; delete from mails; delete from notices');
});

interface Sent {
  subject: string;
  paragraphs: string[];
  link?: { url: string };
}

/** The emails queued for the address as the recipient will read them, newest last. */
async function mailsTo(email: string): Promise<Sent[]> {
  const mails = await em().find(Mail, {}, { orderBy: { id: 'asc' } });
  return mails
    .map(({ id, sealedMessage }) => JSON.parse(stage.services.sealer.open(sealedMessage ?? '', mailPlace(id))))
    .filter(({ to }) => to.email === email);
}

const operatorNotices = async () =>
  (await em().find(Notice, { userId: operatorId }, { orderBy: { id: 'asc' } })).map(({ message }) => message);
const post = (path: string, body: unknown) => stage.open().post(`/api/auth/sign-up${path}`, body);
const tokenIn = (mail: Sent | undefined): string => mail?.link?.url.split('#token=')[1] ?? '';
const fill = (token: string, more: object = {}) =>
  post('/request', { token, name: 'Cleo', workspace_name: 'The quay', password: CHOSEN, time_zone: 'Europe/Lisbon', ...more });
const enter = (email: string, password = CHOSEN) => stage.open().post('/api/auth/sign-in/email', { email, password });

/** The sign-up link emailed to the address. */
async function mailedToken(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  expect((await post('', { email })).statusCode).toBe(202);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(before + 1);
  return tokenIn((await mailsTo(email)).at(-1));
}

async function waiting(email: string): Promise<Signup> {
  expect((await fill(await mailedToken(email))).statusCode).toBe(202);
  return em().findOneOrFail(Signup, { email, state: 'waiting' });
}

const approve = (id: string, plan = 'none') => inTransaction(operator(), (tx) => approveSignup(tx, id, { plan }));

describe('signing up', () => {
  it('leads from an email to a request, and after the operator’s approval to an account with sign-in', async () => {
    const email = 'cleo@example.org';
    await post('', { email: 'Cleo@Example.org' });
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    const token = tokenIn((await mailsTo(email))[0]);
    expect((await post('/link', { token })).json()).toMatchObject({ email });
    expect((await fill(token)).statusCode).toBe(202);
    const [asked] = (await listSignups(operator(), { limit: 10 })).items;
    expect(asked).toMatchObject({ email, name: 'Cleo', workspaceName: 'The quay' });
    await approve(asked?.id ?? '', 'trial');
    expect((await mailsTo(email)).at(-1)).toMatchObject({ subject: 'Your account is ready' });
    const browser = stage.open();
    await browser.post('/api/auth/sign-in/email', { email, password: CHOSEN });
    expect(await whoIsAt(browser)).toBe(email);
    const { viewer } = await browser.must<{ viewer: { workspaces: object[] } }>(
      '{ viewer { workspaces { name timeZone account { name state } viewerCan { manageSettings } } } }',
    );
    expect(viewer.workspaces).toEqual([
      {
        name: 'The quay',
        timeZone: 'Europe/Lisbon',
        account: { name: 'The quay', state: 'APPROVED' },
        viewerCan: { manageSettings: true },
      },
    ]);
    expect(await em().findOneOrFail(Account, { name: 'The quay' })).toMatchObject({ plan: 'trial' });
  });

  it('creates no account, person or sign-in before it is approved, and keeps no password afterwards', async () => {
    const accounts = await em().count(Account);
    const { id, email } = await waiting('early@example.org');
    expectProblem(await enter(email), 'wrong_credentials');
    expect([await em().count(User, { email }), await em().count(Account)]).toEqual([0, accounts]);
    await approve(id);
    expect(await em().findOneOrFail(Signup, { id })).toMatchObject({ state: 'approved', passwordHash: null, tokenHash: null });
  });

  it('returns the same response with an account, with a request and without either; only the email differs', async () => {
    const { email: known } = await stage.person();
    const { email: asking } = await waiting('asking@example.org');
    const answers = [];
    for (const email of [known, asking, 'new@example.org']) answers.push(await post('', { email }));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    await expect.poll(async () => (await mailsTo('new@example.org')).length).toBe(1);
    expect((await mailsTo(known)).map(({ subject }) => subject)).toEqual(['You can sign in to Countersign already']);
    expect((await mailsTo(asking)).at(-1)?.subject).toBe('Your account request is pending');
    expect(tokenIn((await mailsTo(known))[0]) + tokenIn((await mailsTo(asking)).at(-1))).toBe('');
  });

  it('creates one request per address, however many of its links are used at once', async () => {
    const email = 'twice@example.org';
    const [first, second, third] = [await mailedToken(email), await mailedToken(email), await mailedToken(email)];
    const answers = await Promise.all([fill(first), fill(first), fill(second)]);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    expect(await em().count(Signup, { email, state: 'waiting' })).toBe(1);
    expectProblem(await fill(third, { name: 'Another person' }), 'already_exists');
  });

  it('refuses weak passwords, expired links and forged ones', async () => {
    const token = await mailedToken('slow@example.org');
    expectProblem(await fill(token, { password: 'password1234' }), 'validation_failed');
    expectProblem(await fill(token, { password: 'slow@example.org' }), 'validation_failed');
    expectProblem(await fill('x'.repeat(43)), 'signup_link_invalid');
    stage.clock.advance(DAY_MS);
    for (const answer of [await fill(token), await post('/link', { token })]) expectProblem(answer, 'signup_link_invalid');
  });

  it('sends an address at most five emails a day, and accepts ten requests per sender in a quarter of an hour', async () => {
    const email = 'flooded@example.org';
    for (let times = 0; times < 10; times += 1) expect((await post('', { email })).statusCode).toBe(202);
    expectProblem(await post('', { email: 'another@example.org' }), 'rate_limited');
    await expect.poll(async () => (await mailsTo(email)).length).toBe(5);
    stage.clock.advance(15 * MINUTE_MS);
    expect((await post('', { email })).statusCode).toBe(202);
    await mailedToken('another@example.org');
    expect(await mailsTo(email)).toHaveLength(5);
    stage.clock.advance(DAY_MS);
    await mailedToken(email);
  });

  it('is closed unless the operator has opened it', async () => {
    const { people } = stage.services.config;
    const token = await mailedToken('closing@example.org');
    stage.services.config.people = { ...people, isSignUpOpen: false };
    try {
      for (const answer of [await post('', { email: 'late@example.org' }), await post('/link', { token }), await fill(token)]) {
        expectProblem(answer, 'not_found');
      }
      expect((await stage.open().get('/api/auth/sign-up')).json()).toEqual({ is_open: false, is_set_up: expect.any(Boolean) });
    } finally {
      stage.services.config.people = people;
    }
  });
});

describe('a person who requests an account', () => {
  const DECIDE = (verb: string) => `mutation ($id: ID!) { ${verb}Signup(signupId: $id) { signups { edges { node { email } } } } }`;

  it('is notified of the refusal by the operator, and may ask again', async () => {
    const { id, email } = await waiting('refused@example.org');
    const { sessionToken } = await givenUser(stage.services, stage.accountId, { isOperator: true, password: PASSWORD, isFresh: true });
    const browser = stage.open({ cookies: { [cookieName(stage.services.config)]: sessionToken } });
    expect((await browser.must<{ refuseSignup: object }>(DECIDE('refuse'), { id })).refuseSignup).toEqual({ signups: { edges: [] } });
    expect((await mailsTo(email)).at(-1)?.subject).toBe('No account was opened for you');
    expect((await browser.ask(DECIDE('approve'), { id })).code).toBe('invalid_state');
    await waiting(email);
  });

  it('reads the operator’s reason in the email, up to its maximum length', async () => {
    const { id, email } = await waiting('reason@example.org');
    const { sessionToken } = await givenUser(stage.services, stage.accountId, { isOperator: true, password: PASSWORD, isFresh: true });
    const browser = stage.open({ cookies: { [cookieName(stage.services.config)]: sessionToken } });
    const refuse = 'mutation ($id: ID!, $reason: String) { refuseSignup(signupId: $id, reason: $reason) { isSignUpOpen } }';
    expect((await browser.ask(refuse, { id, reason: 'x'.repeat(501) })).code).toBe('validation_failed');
    await browser.must(refuse, { id, reason: '  We only take\n <b>bakeries</b> of this town. ' });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.paragraphs).toContain('Reason: We only take <b>bakeries</b> of this town.');
    // The reason is not stored: only what the person typed is kept of a refused request.
    expect(JSON.stringify(await em().findOneOrFail(Signup, { id }))).not.toContain('bakeries');
  });

  it('gets the trial plan, the console’s default, if the operator chooses none', async () => {
    const { id, email } = await waiting('plan@example.org');
    const { sessionToken } = await givenUser(stage.services, stage.accountId, { isOperator: true, password: PASSWORD, isFresh: true });
    const browser = stage.open({ cookies: { [cookieName(stage.services.config)]: sessionToken } });
    const approveUnnamed = 'mutation ($id: ID!) { approveSignup(signupId: $id) { plans { id isFirst publicationsPerMonth } } }';
    const { approveSignup: answer } = await browser.must<{ approveSignup: { plans: { id: string; isFirst: boolean }[] } }>(approveUnnamed, {
      id,
    });
    expect(answer.plans.filter(({ isFirst }) => isFirst)).toEqual([{ id: 'trial', isFirst: true, publicationsPerMonth: 10 }]);
    const [account] = await em().execute(
      'select a.plan from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id where u.email = ?',
      [email],
    );
    expect(account).toEqual({ plan: 'trial' });
  });

  it('can be decided only by operators, and only once requested', async () => {
    const token = await mailedToken('unasked@example.org');
    const { id } = await em().findOneOrFail(Signup, { email: 'unasked@example.org' });
    await expect(approve(id)).rejects.toMatchObject({ code: 'not_found' });
    await fill(token);
    const owner = await stage.person();
    expect((await owner.browser.ask(DECIDE('approve'), { id })).code).toBe('insufficient_role');
  });

  it('creates one account when two operators approve at once, and none for an address already in use', async () => {
    const { id } = await waiting('both@example.org');
    const outcomes = await Promise.allSettled([approve(id), approve(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = await waiting('invited@example.org');
    await em().nativeUpdate(User, { id: (await stage.person()).userId }, { email: late.email });
    await expect(approve(late.id)).rejects.toMatchObject({ code: 'already_exists' });
    expect(await em().findOneOrFail(Signup, { id: late.id })).toMatchObject({ state: 'waiting' });
  });

  it('notifies operators once for all pending requests, at most hourly', async () => {
    const [first] = [await waiting('one@example.org'), await waiting('two@example.org')];
    await Promise.all([maintainSignups(stage.services), maintainSignups(stage.services)]);
    expect(await operatorNotices()).toEqual([expect.stringMatching(/^2 sign-up requests are pending\./)]);
    await approve(first.id);
    await waiting('three@example.org');
    await maintainSignups(stage.services);
    expect(await operatorNotices()).toHaveLength(1);
    stage.clock.advance(60 * MINUTE_MS);
    await maintainSignups(stage.services);
    expect((await operatorNotices()).at(-1)).toMatch(/^One sign-up request is pending\./);
  });

  it('notifies the first operator of requests made before there was one', async () => {
    await em().nativeUpdate(User, { isOperator: true }, { isOperator: false });
    await waiting('ahead@example.org');
    await maintainSignups(stage.services);
    await em().nativeUpdate(User, { id: operatorId }, { isOperator: true });
    await maintainSignups(stage.services);
    expect(await operatorNotices()).toEqual([expect.stringMatching(/^One sign-up request is pending\./)]);
  });

  it('expires after thirty days with a mail, and is deleted thirty days later', async () => {
    const { id, email } = await waiting('waits@example.org');
    stage.clock.advance(30 * DAY_MS);
    await expect(approve(id)).rejects.toMatchObject({ code: 'invalid_state' });
    await maintainSignups(stage.services);
    expect(await em().findOneOrFail(Signup, { id })).toMatchObject({ state: 'expired', passwordHash: null });
    expect((await mailsTo(email)).at(-1)?.paragraphs[0]).toContain('expired after 30 days without a decision');
    stage.clock.advance(30 * DAY_MS);
    await maintainSignups(stage.services);
    expect(await em().count(Signup)).toBe(0);
    const kept = await em().find(AuditEntry, { subjectId: id }, { orderBy: { id: 'asc' } });
    expect(kept.map(({ action }) => action)).toEqual(['signup.asked', 'signup.expired']);
    expect(JSON.stringify(kept)).not.toContain(email);
  });
});
