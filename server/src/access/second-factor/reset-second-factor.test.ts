import { expect, it } from 'vitest';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { actAs } from '../../testing/actors.ts';
import { createVirtualAuthenticator } from '../../testing/passkeys/virtual-authenticator.ts';
import { enrolTotp, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { Actor } from '../actor.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

const database = useTestDatabase();
const stage = usePeople(database);
const reset = (email: string, actor: Actor = { kind: 'operator' }) => actAs(stage.services, actor, (ctx) => resetSecondFactor(ctx, email));

it('lets a person who lost their second factor sign in by password again, and ends all sessions', async () => {
  const person = await stage.person({ role: 'viewer' });
  const { recoveryCodes } = await enrolTotp(stage, person);
  const authenticator = createVirtualAuthenticator('http://localhost:4000');
  const { beginPasskey } = await person.browser.must<{ beginPasskey: Parameters<typeof authenticator.create>[0] }>(
    'mutation { beginPasskey }',
  );
  const input = { name: 'Phone', response: authenticator.create(beginPasskey) };
  await person.browser.must('mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkeys { id } } }', { input });
  const waiting = await stage.signIn(person);

  expect(await reset(person.email)).toEqual({ userId: person.userId, hadTotp: true, passkeysRemoved: 1, sessionsEnded: 1 });
  expect(await whoIsAt(person.browser)).toBeNull();
  const late = await waiting.post('/api/auth/sign-in/second-factor', { method: 'recovery_code', code: recoveryCodes[0] });
  expect(late.statusCode).toBe(401);
  const options = (await stage.open().post('/api/auth/passkey/options')).json();
  expect((await stage.open().post('/api/auth/passkey/verify', { response: authenticator.get(options) })).statusCode).toBe(401);
  expect(await whoIsAt(await stage.signIn(person))).toBe(person.email);
});

it('is audited, and only the person is notified', async () => {
  const [person, owner] = [await stage.person({ role: 'viewer' }), await stage.person()];
  await enrolTotp(stage, person);
  await reset(person.email);
  const entry = await database.orm.em.fork().findOneOrFail(AuditEntry, { action: 'second_factor.reset', subjectId: person.userId });
  expect(entry).toMatchObject({ actorKind: 'operator', details: { hadTotp: true, sessionsEnded: 1 } });

  const NOTICES = '{ viewer { workspaces { id notices { edges { node { id kind seenAt } } } } } }';
  type NoticesData = {
    viewer: { workspaces: { id: string; notices: { edges: { node: { id: string; kind: string; seenAt: string | null } }[] } }[] };
  };
  const readNotices = async (browser: typeof person.browser) => {
    const { viewer } = await browser.must<NoticesData>(NOTICES);
    const [workspace] = viewer.workspaces;
    return { id: workspace?.id, notices: (workspace?.notices.edges ?? []).map(({ node }) => node) };
  };
  const browser = await stage.signIn(person);
  const { id, notices } = await readNotices(browser);
  expect(notices).toEqual([{ id: expect.stringMatching(/^ntc_/), kind: 'SECOND_FACTOR_RESET', seenAt: null }]);
  expect((await readNotices(owner.browser)).notices).toEqual([]);
  const SEE = 'mutation ($w: ID!, $n: ID!) { seeNotices(workspaceId: $w, fromId: $n, upToId: $n) { id } }';
  await owner.browser.must(SEE, { w: id, n: notices[0]?.id });
  expect((await readNotices(browser)).notices[0]?.seenAt).toBeNull();
  await browser.must(SEE, { w: id, n: notices[0]?.id });
  expect((await readNotices(browser)).notices[0]?.seenAt).not.toBeNull();
});

it('is for operators only', async () => {
  const person = await stage.person();
  const actor: Actor = {
    kind: 'user',
    userId: person.userId,
    sessionId: '',
    name: '',
    email: person.email,
    isOperator: false,
    roles: new Map(),
  };
  await expect(reset(person.email, actor)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(reset(person.email, { kind: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(reset('unknown@example.org')).rejects.toMatchObject({ code: 'not_found' });
});
