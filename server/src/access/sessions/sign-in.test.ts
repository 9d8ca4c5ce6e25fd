import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices, type FixedClock } from '../../testing/test-services.ts';
import { createAccount } from '../accounts.ts';
import { hashPassword } from '../passwords/password.ts';
import { authenticateSession } from './authenticate-session.ts';
import { Session } from './session.entity.ts';
import { signOut } from './sessions.ts';
import { type SignInInput, signIn } from './sign-in.ts';

const PASSWORD = 'correct horse battery staple';

const database = useTestDatabase();
let services: Services;
let clock: FixedClock;
let account: Awaited<ReturnType<typeof createAccount>>;
beforeAll(async () => {
  clock = createFixedClock();
  services = createTestServices(database, { clock });
  const ownerPasswordHash = await hashPassword({ password: PASSWORD, pointer: '/password', about: [] });
  account = await inTransaction(contextFor(services), (ctx) =>
    createAccount(ctx, {
      name: 'Harbour',
      ownerName: 'Ada',
      ownerEmail: 'ada@example.org',
      ownerPasswordHash,
      isApproved: true,
      plan: 'none',
    }),
  );
});

const em = () => services.orm.em.fork();
const enter = (input: Partial<SignInInput> = {}) =>
  signIn(contextFor(services, { kind: 'anonymous' }), {
    email: 'ada@example.org',
    password: PASSWORD,
    browser: { userAgent: 'test', address: null },
    buckets: [{ name: 'test', most: 1_000 }],
    line: 'stranger',
    ...input,
  });

it('starts a session that names the person and the role', async () => {
  const { token, userId } = await enter();
  expect(userId).toBe(account.userId);
  expect(await authenticateSession(services, em(), token)).toEqual({
    kind: 'user',
    hasSecondFactor: false,
    userId,
    sessionId: expect.stringMatching(/^ses_/),
    name: 'Ada',
    email: 'ada@example.org',
    isOperator: false,
    language: null,
    roles: new Map([[account.accountId, 'owner']]),
  });
});

it('accepts the address in any case and with surrounding spaces', async () => {
  expect((await enter({ email: '  Ada@EXAMPLE.org ' })).userId).toBe(account.userId);
});

it('stores only a keyed hash of the token, and a limited part of the user agent', async () => {
  const { token } = await enter({ browser: { userAgent: 'x'.repeat(10_000), address: null } });
  const row = await em().findOneOrFail(Session, { tokenHash: services.sealer.hash('session', token) });
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row.userAgent.length).toBeLessThanOrEqual(500);
});

it('gives every session its own token', async () => {
  expect((await enter()).token).not.toBe((await enter()).token);
});

it.each([
  ['a wrong password', { password: 'correct horse battery stable' }],
  ['an empty password', { password: '' }],
  ['a very long password', { password: 'x'.repeat(1_000) }],
  ['an unknown address', { email: 'eve@example.org' }],
])('refuses %s with the same message', async (_what, input) => {
  await expect(enter(input)).rejects.toMatchObject({ code: 'wrong_credentials', message: 'The email address and password do not match.' });
});

it('takes as long for an unknown address as for a wrong password', async () => {
  const time = async (email: string): Promise<number> => {
    const started = performance.now();
    await enter({ email, password: 'not the password' }).catch(() => undefined);
    return performance.now() - started;
  };
  await time('warm@example.org');
  let known = Number.POSITIVE_INFINITY;
  let unknown = Number.POSITIVE_INFINITY;
  // Load only adds time: the fastest of many runs is the actual cost. Without the hash an unknown address
  // would cost a tenth.
  for (let i = 0; i < 60 && (i < 5 || unknown < known * 0.6); i++) {
    known = Math.min(known, await time('ada@example.org'));
    unknown = Math.min(unknown, await time('eve@example.org'));
  }
  expect(unknown).toBeGreaterThan(known * 0.6);
});

it('ends immediately on sign-out, and leaves other browsers signed in', async () => {
  const here = await enter();
  const elsewhere = await enter();
  const actor = await authenticateSession(services, em(), here.token);
  if (!actor) throw new Error('There should be a session.');
  await inTransaction(contextFor(services, actor), (ctx) => signOut(ctx));
  expect(await authenticateSession(services, em(), here.token)).toBeNull();
  expect(await authenticateSession(services, em(), elsewhere.token)).not.toBeNull();
});

it('ends 14 days after it began, used or not', async () => {
  const { token, expiresAt } = await enter();
  expect(expiresAt.getTime() - clock.now().getTime()).toBe(14 * DAY_MS);
  clock.advance(14 * DAY_MS - 1);
  expect(await authenticateSession(services, em(), token)).not.toBeNull();
  clock.advance(1);
  expect(await authenticateSession(services, em(), token)).toBeNull();
});

it('ends after the operator’s limit without activity', async () => {
  const people = { ...services.config.people, sessionIdleMs: DAY_MS };
  const strict = { ...services, config: { ...services.config, people } };
  const { token } = await enter();
  clock.advance(DAY_MS - 1);
  expect(await authenticateSession(strict, em(), token, '192.0.2.1')).not.toBeNull();
  await services.lastUses.write();
  clock.advance(DAY_MS - 1);
  expect(await authenticateSession(strict, em(), token)).not.toBeNull();
  clock.advance(1);
  expect(await authenticateSession(strict, em(), token)).toBeNull();
});

it('rejects an invented token', async () => {
  for (const token of ['', 'made-up', '0'.repeat(43)]) expect(await authenticateSession(services, em(), token)).toBeNull();
});

it('allows one person per address, even with concurrent requests', async () => {
  const ownerPasswordHash = await hashPassword({ password: PASSWORD, pointer: '/password', about: [] });
  const join = (ownerEmail: string) =>
    inTransaction(contextFor(services), (ctx) =>
      createAccount(ctx, { name: 'Other', ownerName: 'Other', ownerEmail, ownerPasswordHash, isApproved: true, plan: 'none' }),
    );
  await expect(join('ADA@example.org')).rejects.toMatchObject({ code: 'already_exists' });
  const tries = await Promise.allSettled([join('grace@example.org'), join('Grace@Example.org')]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already_exists' } });
});
