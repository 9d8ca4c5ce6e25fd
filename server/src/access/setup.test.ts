import { beforeEach, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices, type FixedClock } from '../testing/test-services.ts';
import { Account, SetupToken } from './account.entity.ts';
import { authenticateSession } from './sessions/authenticate-session.ts';
import { type CompleteSetupInput, completeSetup, createSetupToken, hashSetupPassword } from './setup.ts';
import { User } from './user.entity.ts';
import { Workspace } from './workspace.entity.ts';

let database: TestDatabase;
let services: Services;
let clock: FixedClock;
// There is only one operator: every test needs a database without one.
beforeEach(async () => {
  database = await createTestDatabase();
  clock = createFixedClock();
  services = createTestServices(database, { clock });
  return () => database.drop();
});

const em = () => services.orm.em.fork();
const createToken = () => inTransaction(contextFor(services), createSetupToken);
const setUp = async (token: string | null, person: Partial<CompleteSetupInput & { password: string }> = {}) => {
  const anybody = contextFor(services, { kind: 'anonymous' });
  const { password = 'a long enough password', ...rest } = person;
  const input = { token: token ?? '', name: 'Ada', email: 'Ada@Example.org', workspaceName: 'Harbour', ...rest };
  const passwordHash = await hashSetupPassword(anybody, { ...input, password });
  return inTransaction(anybody, (ctx) => completeSetup(ctx, { ...input, passwordHash }));
};

it('creates the operator, an approved account with a workspace, and a session', async () => {
  const done = await setUp(await createToken());
  const user = await em().findOneOrFail(User, { id: done.userId }, { populate: ['passwordHash'] });
  expect(user).toMatchObject({ email: 'ada@example.org', name: 'Ada', isOperator: true });
  expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await em().findOneOrFail(Account, { id: done.accountId })).toMatchObject({ state: 'approved', plan: 'starter' });
  expect(await em().findOneOrFail(Workspace, { id: done.workspaceId })).toMatchObject({ name: 'Harbour', accountId: done.accountId });
  expect(await authenticateSession(services, em(), done.sessionToken)).toMatchObject({
    kind: 'user',
    userId: done.userId,
    isOperator: true,
    roles: new Map([[done.accountId, 'owner']]),
  });
});

it.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['america/new_york', 'America/New_York'],
  [undefined, 'UTC'],
])('gives the first workspace the time zone %s', async (timeZone, expected) => {
  const { workspaceId } = await setUp(await createToken(), { timeZone });
  expect((await em().findOneOrFail(Workspace, { id: workspaceId })).timeZone).toBe(expected);
});

it('stores only a keyed hash of the link', async () => {
  const token = await createToken();
  const [row] = await em().find(SetupToken, {});
  expect(row?.tokenHash).toBe(services.sealer.hash('setup', token ?? ''));
});

it('works once', async () => {
  const token = await createToken();
  await setUp(token);
  await expect(setUp(token, { email: 'eve@example.org' })).rejects.toMatchObject({ code: 'setup_link_invalid' });
  expect(await em().count(User)).toBe(1);
});

it('lets one of two concurrent uses of a link succeed', async () => {
  const token = await createToken();
  const tries = await Promise.allSettled([setUp(token, { email: 'ada@example.org' }), setUp(token, { email: 'eve@example.org' })]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'setup_link_invalid' } });
  expect(await em().count(User)).toBe(1);
  expect(await em().count(Account)).toBe(1);
});

it('leaves one valid link, however many processes start at once', async () => {
  const tokens = await Promise.all([createToken(), createToken(), createToken()]);
  expect(await em().count(SetupToken)).toBe(1);
  const tries = await Promise.allSettled(tokens.map((token, i) => setUp(token, { email: `person-${i}@example.org` })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await em().count(User, { isOperator: true })).toBe(1);
});

it('ends the older link when a newer one is created', async () => {
  const older = await createToken();
  clock.advance(25 * 3_600_000);
  const newer = await createToken();
  await expect(setUp(older)).rejects.toMatchObject({ code: 'setup_link_invalid' });
  await setUp(newer);
});

it('expires a link after a day; another one is created on request', async () => {
  const older = await createToken();
  clock.advance(24 * 3_600_000);
  await expect(setUp(older)).rejects.toMatchObject({ code: 'setup_link_invalid' });
  await setUp(await createToken());
});

it('creates no link once there is an operator', async () => {
  await setUp(await createToken());
  expect(await createToken()).toBeNull();
});

it('refuses an invented link and an empty one', async () => {
  await createToken();
  for (const token of ['', 'made-up']) await expect(setUp(token)).rejects.toMatchObject({ code: 'setup_link_invalid' });
});

it.each([
  [{ password: 'elevenchars' }, '/password'],
  [{ password: 'x'.repeat(201) }, '/password'],
  [{ email: 'nobody' }, '/email'],
  [{ name: '   ' }, '/owner_name'],
  [{ timeZone: 'Europe/Atlantis' }, '/time_zone'],
  [{ timeZone: '+01:00' }, '/time_zone'],
  // Node.js supports it, PostgreSQL does not, so days could not be computed in it.
  [{ timeZone: 'SystemV/EST5' }, '/time_zone'],
])('keeps the link valid when the person has to correct %o', async (person, pointer) => {
  const token = await createToken();
  await expect(setUp(token, person)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer }] });
  await setUp(token);
});

it('creates one link for all processes that start within the same period', async () => {
  const [first, second] = [await createToken(), await createToken()];
  expect(second).toBe(first);
  await setUp(second);
  expect(await createToken()).toBeNull();
});
