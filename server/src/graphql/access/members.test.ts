import { beforeEach, describe, expect, it } from 'vitest';
import { Account } from '../../access/account.entity.ts';
import type { Role } from '../../access/actor.ts';
import { Membership } from '../../access/user.entity.ts';
import { expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { makeFresh, PASSWORD, type Person, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link invitation { id email role expiresAt } } }';
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(invitationId: $id) { invitations { id } } }';
const CHANGE = 'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { members { userId role } } }';
const REMOVE = 'mutation ($accountId: ID!, $userId: ID!) { removeMember(accountId: $accountId, userId: $userId) { members { userId } } }';
const LIST =
  'query ($id: ID!) { workspace(id: $id) { account { viewerCan { manageMembers } members { name email role isViewer } invitations { email role } } } }';

const database = useTestDatabase();
const stage = usePeople(database);
let accountId: string;
let workspaceId: string;
let owner: Person;
let number = 0;
beforeEach(async () => {
  ({ accountId, workspaceId } = await givenWorkspace(stage.services));
  owner = await stage.person({ accountId });
  await makeFresh(owner);
  number += 1;
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const newEmail = () => `new-${number}@example.org`;
const invite = (input: object = {}, browser = owner.browser) =>
  browser.ask<{ inviteMember: { link: string; invitation: { id: string } } }>(INVITE, {
    input: { accountId, email: newEmail(), role: 'APPROVER', ...input },
  });
async function invited(input: object = {}): Promise<string> {
  const { data, code } = await invite(input);
  expect(code).toBeNull();
  return new URL(data.inviteMember.link).hash.replace('#token=', '');
}
const accept = (token: string, person: object = { name: 'Nia', password: PASSWORD }, browser: Browser = stage.open()) =>
  browser.post('/api/auth/invitation/accept', { token, ...person });
const look = (token: string, browser: Browser = stage.open()) => browser.post('/api/auth/invitation', { token });
const member = (role: Role) => stage.person({ accountId, role });
const roleOf = async (userId: string) => (await database.orm.em.fork().findOne(Membership, { userId, accountId }))?.role ?? null;

describe('an invitation', () => {
  it('is a link for one address and one role, both shown before it is accepted', async () => {
    const { data } = await invite({ email: newEmail().toUpperCase() });
    expect(data.inviteMember).toEqual({
      link: expect.stringMatching(/^http:\/\/localhost:4000\/invite#token=[\w-]{43}$/),
      invitation: {
        id: expect.stringMatching(/^inv_/),
        email: newEmail(),
        role: 'APPROVER',
        expiresAt: new Date(stage.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      },
    });
    const facts = (await look(data.inviteMember.link.split('=')[1] ?? '')).json();
    expect(facts).toMatchObject({
      email: newEmail(),
      role: 'approver',
      is_known_person: false,
      signed_in_as: null,
      invited_by: expect.stringMatching(/^Person/),
    });
    expect(facts.account_name).toMatch(/^Account/);
  });

  it('creates a new person as a signed-in member', async () => {
    const browser = stage.open();
    const response = await accept(await invited(), { name: ' Nia ', password: PASSWORD }, browser);
    expect(response.json()).toEqual({ user_id: expect.stringMatching(/^usr_/), account_id: accountId });
    expect(await whoIsAt(browser)).toBe(newEmail());
    const NOTICES = 'query ($id: ID!) { workspace(id: $id) { notices { edges { node { kind message } } } } }';
    expect(await owner.browser.must(NOTICES, { id: workspaceId })).toEqual({
      workspace: { notices: { edges: [{ node: { kind: 'MEMBER_JOINED', message: `Nia (${newEmail()}) has joined as approver.` } }] } },
    });
    expect(await roleOf(response.json().user_id)).toBe('approver');
    expect(await whoIsAt(await stage.signIn({ email: newEmail() }))).toBe(newEmail());
  });

  it('is accepted only by the signed-in person with that address', async () => {
    const elsewhere = await givenWorkspace(stage.services);
    const guest = await stage.person({ accountId: elsewhere.accountId });
    const token = await invited({ email: guest.email, role: 'VIEWER' });
    expect((await look(token, guest.browser)).json()).toMatchObject({ is_known_person: true, signed_in_as: guest.email });
    const stranger = await stage.person({ accountId: elsewhere.accountId });
    expectProblem(await accept(token, {}, stranger.browser), 'other_person');
    expectProblem(await accept(token), 'unauthenticated');
    const response = await accept(token, {}, guest.browser);
    expect(response.json()).toEqual({ user_id: guest.userId, account_id: accountId });
    expect(response.cookies).toEqual([]);
    expect(await roleOf(guest.userId)).toBe('viewer');
    expect(await guest.browser.must(LIST, { id: workspaceId })).toMatchObject({
      workspace: { account: { viewerCan: { manageMembers: false }, invitations: null } },
    });
  });

  it('works once, even with ten concurrent attempts', async () => {
    const token = await invited();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(404)]);
    expectProblem(await accept(token), 'invitation_invalid');
    expectProblem(await look(token), 'invitation_invalid');
  });

  it('creates one person if two invitations to two accounts are accepted concurrently', async () => {
    const elsewhere = await stage.person({ accountId: (await givenWorkspace(stage.services)).accountId });
    await makeFresh(elsewhere);
    const { data } = await invite({ accountId: elsewhere.accountId }, elsewhere.browser);
    const tokens = [await invited(), data.inviteMember.link.split('=')[1] ?? ''];
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes[0]).toBe(200);
    expect([401, 409]).toContain(codes[1]);
  });

  it('ends after seven days, when it is revoked, and when a newer one is created', async () => {
    const first = await invited();
    const second = await invited();
    expectProblem(await look(first), 'invitation_invalid');
    const { data } = await invite();
    expectProblem(await look(second), 'invitation_invalid');
    const { id } = data.inviteMember.invitation;
    expect(await owner.browser.must(REVOKE, { id })).toEqual({ revokeInvitation: { invitations: [] } });
    expect((await owner.browser.ask(REVOKE, { id })).code).toBeNull();
    expectProblem(await accept(data.inviteMember.link.split('=')[1] ?? ''), 'invitation_invalid');
    const third = await invited();
    stage.clock.advance(7 * 86_400_000);
    expectProblem(await accept(third), 'invitation_invalid');
  });

  it('opens nothing once its sender is no longer an owner, and is not listed', async () => {
    const listed = async (): Promise<string[]> => {
      const { workspace } = await owner.browser.must<{ workspace: { account: { invitations: { email: string }[] } } }>(LIST, {
        id: workspaceId,
      });
      return workspace.account.invitations.map(({ email }) => email);
    };
    for (const [change, variables] of [
      [REMOVE, (userId: string) => ({ accountId, userId })],
      [CHANGE, (userId: string) => ({ input: { accountId, userId, role: 'VIEWER' } })],
    ] as const) {
      const leaving = await member('owner');
      await makeFresh(leaving);
      const { data } = await invite({ role: 'OWNER' }, leaving.browser);
      const token = new URL(data.inviteMember.link).hash.replace('#token=', '');
      expect(await listed()).toEqual([newEmail()]);
      await owner.browser.must(change, variables(leaving.userId));
      expectProblem(await look(token), 'invitation_invalid');
      expectProblem(await accept(token), 'invitation_invalid');
      expect(await listed()).toEqual([]);
      if (change === REMOVE) continue;
      await owner.browser.must(CHANGE, { input: { accountId, userId: leaving.userId, role: 'OWNER' } });
      expectProblem(await look(token), 'invitation_invalid');
    }
  });

  it('is refused while the account is not approved', async () => {
    const token = await invited();
    await database.orm.em.fork().nativeUpdate(Account, { id: accountId }, { state: 'suspended' });
    expectProblem(await accept(token), 'account_not_approved');
    expect((await invite()).code).toBe('account_not_approved');
  });

  it('requires a name and a password of 12 characters from someone new', async () => {
    const token = await invited();
    expectProblem(await accept(token, {}), 'validation_failed');
    expectProblem(await accept(token, { name: 'Nia', password: 'short' }), 'validation_failed');
    expectProblem(await accept(token, { name: 'Nia', password: PASSWORD, role: 'owner' }), 'validation_failed');
    expect((await accept(token)).statusCode).toBe(200);
  });

  it('cannot be created for a member or an invalid address', async () => {
    expect((await invite({ email: owner.email.toUpperCase() })).code).toBe('already_exists');
    for (const email of ['', 'nobody', 'a b@example.org']) expect((await invite({ email })).code).toBe('validation_failed');
  });

  it('can be opened by anyone with the link, even from an address with many failed guesses', async () => {
    const from = () => stage.open({ address: '203.0.113.77' });
    const token = await invited();
    for (let i = 0; i < 33; i++) expect((await look(`guess-${i}`, from())).statusCode).toBe(404);
    expect((await look(token, from())).statusCode).toBe(200);
  });
});

describe('members', () => {
  it('are visible to every member, invitations only to owners', async () => {
    const viewer = await member('viewer');
    await invited();
    const seen = await owner.browser.must<{ workspace: { account: { members: object[] } } }>(LIST, { id: workspaceId });
    expect(seen.workspace.account).toMatchObject({
      viewerCan: { manageMembers: true },
      invitations: [{ email: newEmail(), role: 'APPROVER' }],
    });
    expect(seen.workspace.account.members).toEqual([
      expect.objectContaining({ email: owner.email, role: 'OWNER', isViewer: true }),
      expect.objectContaining({ email: viewer.email, role: 'VIEWER', isViewer: false }),
    ]);
    expect(await viewer.browser.must(LIST, { id: workspaceId })).toMatchObject({
      workspace: { account: { viewerCan: { manageMembers: false }, invitations: null } },
    });
  });

  it('have a new role, or no access, from their next request on', async () => {
    const other = await member('viewer');
    const CAN = 'query ($id: ID!) { workspace(id: $id) { viewerCan { decide } } }';
    await owner.browser.must(CHANGE, { input: { accountId, userId: other.userId, role: 'APPROVER' } });
    expect(await other.browser.must(CAN, { id: workspaceId })).toEqual({ workspace: { viewerCan: { decide: true } } });
    await owner.browser.must(REMOVE, { accountId, userId: other.userId });
    expect(await other.browser.must(CAN, { id: workspaceId })).toEqual({ workspace: null });
    expect((await owner.browser.ask(REMOVE, { accountId, userId: other.userId })).code).toBe('not_found');
  });

  it('always include an owner, even if two owners remove each other concurrently', async () => {
    expect((await owner.browser.ask(CHANGE, { input: { accountId, userId: owner.userId, role: 'VIEWER' } })).code).toBe('last_owner');
    expect(await owner.browser.ask(REMOVE, { accountId, userId: owner.userId })).toMatchObject({ code: 'last_owner', status: 409 });
    for (let round = 0; round < 10; round++) {
      const left = await stage.person({ accountId });
      const right = await stage.person({ accountId });
      await Promise.all([makeFresh(left), makeFresh(right)]);
      await database.orm.em.fork().nativeDelete(Membership, { accountId, userId: { $nin: [left.userId, right.userId] } });
      const answers = await Promise.all([
        left.browser.ask(REMOVE, { accountId, userId: right.userId }),
        right.browser.ask(
          round % 2 ? REMOVE : CHANGE,
          round % 2 ? { accountId, userId: left.userId } : { input: { accountId, userId: left.userId, role: 'VIEWER' } },
        ),
      ]);
      expect(answers.filter(({ code }) => code === null)).toHaveLength(1);
      expect(await database.orm.em.fork().count(Membership, { accountId, role: 'owner' })).toBe(1);
    }
  });
});

describe('leaving', () => {
  const LEAVE = 'mutation ($accountId: ID!) { leaveAccount(accountId: $accountId) }';
  const leave = (person: Person) => person.browser.ask(LEAVE, { accountId });

  it.each<Role>(['approver', 'viewer', 'owner'])('an %s may, and owners are notified', async (role) => {
    const person = await member(role);
    await makeFresh(person);
    expect((await leave(person)).data).toEqual({ leaveAccount: accountId });
    expect(await roleOf(person.userId)).toBeNull();
    expect(await whoIsAt(person.browser)).toBe(person.email);
    expect((await leave(person)).code).toBe('not_found');
    const NOTICES = 'query ($id: ID!) { workspace(id: $id) { notices(first: 1) { edges { node { kind message } } } } }';
    expect(await owner.browser.must(NOTICES, { id: workspaceId })).toMatchObject({
      workspace: {
        notices: { edges: [{ node: { kind: 'MEMBER_LEFT', message: expect.stringContaining(`(${person.email}) has left.`) } }] },
      },
    });
  });

  it('is refused for the last owner, even if two leave concurrently', async () => {
    expect(await leave(owner)).toMatchObject({ code: 'last_owner', status: 409 });
    const second = await member('owner');
    await makeFresh(second);
    const answers = await Promise.all([leave(owner), leave(second)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['last_owner', null].sort());
    expect(await database.orm.em.fork().count(Membership, { accountId, role: 'owner' })).toBe(1);
  });

  it('requires a recently confirmed session and a membership', async () => {
    expect((await leave(await member('viewer'))).code).toBe('reauthentication_required');
    const stranger = await stage.person({ accountId: (await givenWorkspace(stage.services)).accountId });
    await makeFresh(stranger);
    expect((await leave(stranger)).code).toBe('not_found');
  });

  it('is possible while the account is suspended', async () => {
    const person = await member('viewer');
    await makeFresh(person);
    await database.orm.em.fork().nativeUpdate(Account, { id: accountId }, { state: 'suspended' });
    expect((await leave(person)).code).toBeNull();
  });
});

describe('permissions', () => {
  const everything = (userId: string, invitationId: string): [string, Record<string, unknown>][] => [
    [INVITE, { input: { accountId, email: 'x@example.org', role: 'OWNER' } }],
    [REVOKE, { id: invitationId }],
    [CHANGE, { input: { accountId, userId, role: 'OWNER' } }],
    [REMOVE, { accountId, userId }],
  ];

  it.each<[Role | 'stranger' | 'anonymous', string]>([
    ['approver', 'insufficient_role'],
    ['viewer', 'insufficient_role'],
    ['stranger', 'not_found'],
    ['anonymous', 'unauthenticated'],
  ])('%s may change nothing', async (who, code) => {
    const { data } = await invite();
    const elsewhere = await givenWorkspace(stage.services);
    const person =
      who === 'anonymous' ? null : await stage.person(who === 'stranger' ? { accountId: elsewhere.accountId } : { accountId, role: who });
    if (person) await makeFresh(person);
    const before = await database.orm.em.fork().find(Membership, { accountId });
    for (const [query, variables] of everything(owner.userId, data.inviteMember.invitation.id)) {
      expect((await (person?.browser ?? stage.open()).ask(query, variables)).code).toBe(code);
    }
    expect(await database.orm.em.fork().find(Membership, { accountId })).toEqual(before);
  });

  it('an owner may only after confirming their identity', async () => {
    const late = await stage.person({ accountId });
    const other = await member('viewer');
    for (const [query, variables] of everything(other.userId, '').filter(([query]) => query !== REVOKE)) {
      expect(await late.browser.ask(query, variables)).toMatchObject({ code: 'reauthentication_required', status: 403 });
    }
  });
});
