import { beforeAll, expect, it } from 'vitest';
import { Invitation } from '../access/members/invitation.entity.ts';
import { Notice } from '../access/notice.entity.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Signup } from '../access/signup.entity.ts';
import { User } from '../access/user.entity.ts';
import { ApprovalDecision } from '../approvals/approval-decision.entity.ts';
import { ClientLink, ClientSession } from '../approvals/clients/client-link.entity.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { addComment } from '../comments/add-comment.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import { newId } from '../new-id.ts';
import { notifyPeople } from '../notices/compose/notify-people.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { givenUser } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { erasePerson } from './erase-person.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = createTestServices(database);
});

/** A stage whose approver has decided on a post. */
async function arrange() {
  const stage = await givenStage(services);
  const approver = await userActor(services, stage.accountId, 'approver');
  const { approval } = await stage.submit();
  await stage.approve(approval, approver);
  return { ...stage, approver };
}

const erase = (email: string) => actAs(services, { kind: 'operator' }, (ctx) => erasePerson(ctx, email));

const everywhere = async (text: string): Promise<string[]> => {
  const em = database.orm.em.fork();
  const tables = await em.execute<{ table: string }[]>(
    `select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table } of tables)
    if ((await em.execute(`select 1 from "${table}" t where t::text ilike ? limit 1`, [`%${text}%`])).length > 0) found.push(table);
  return found;
};

it('leaves a decision without the name and the address of an erased person', async () => {
  const { approver } = await arrange();
  expect(await erase(approver.email)).toEqual({ userId: approver.userId, accounts: 1 });
  const em = database.orm.em.fork();
  expect(await em.findOneOrFail(User, approver.userId)).toMatchObject({ name: 'Erased person', emailConfirmedAt: null });
  expect(await em.execute('select 1 from approval_decisions where user_id = ?', [approver.userId])).toHaveLength(1);
  for (const table of ['memberships', 'sessions', 'notices'])
    expect(await em.execute(`select 1 from ${table} where user_id = ?`, [approver.userId])).toEqual([]);
  expect(await everywhere(approver.email)).toEqual([]);
  expect((await verifyAudit(contextFor(services))).firstBad).toBeNull();
});

/** A client who has commented and decided on a post, and a link of theirs to another one. */
async function givenActiveClient(email: string) {
  const stage = await givenStage(services);
  const { approval, draft } = await stage.submit();
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id], email);
  await givenClient(services, stage.workspace, stage.owner, [draft.id], 'tom@example.org');
  await actAs(services, client, (ctx) => addComment(ctx, { draftId: draft.id, text: 'Is it Friday or Saturday?' }));
  const { id: approvalId = '', contentHash = '' } = approval ?? {};
  await actAs(services, client, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved', clientName: 'Mara Lind' }));
  return { ...stage, client, approvalId };
}

it.each(['client', 'client and member'])('erases a %s: links end, and decisions and comments remain without the address', async (kind) => {
  const email = `${newId('usr').toLowerCase()}@example.org`;
  const { approvalId, accountId, owner } = await givenActiveClient(email);
  const other = await givenStage(services);
  if (kind !== 'client') {
    const { userId } = await userActor(services, other.accountId, 'approver');
    await database.orm.em.fork().nativeUpdate(User, { id: userId }, { email });
  }
  await readEvents(services, notifyPeople);
  const others = { accountId, userId: owner.userId, kind: 'approval_approved' as const, createdAt: services.clock.now() };
  const longer = `x${email} and ${email}.br`;
  await database.orm.em.fork().insertMany(Notice, [
    ...[`Mara Lind (${email})`, `Mara "M" \\ Lind (${email})`].map((who) => ({
      ...{ ...others, id: newId('ntc'), message: `${who} approved it.` },
      sentence: { key: '{1} approved it.', values: [who] },
    })),
    { ...others, id: newId('ntc'), message: `${longer} approved it.` },
  ]);
  await erase(email.toUpperCase());
  const messages = (await database.orm.em.fork().find(Notice, { accountId })).map(({ message }) => message);
  expect(messages).toEqual(expect.arrayContaining(['Erased person approved it.', `${longer} approved it.`]));
  expect(messages.filter((message) => /Mara|Lind/.test(message))).toEqual([]);
  await database.orm.em.fork().nativeDelete(Notice, { message: `${longer} approved it.` });
  // The log is a hash chain.
  expect([await everywhere(email), await everywhere('Mara Lind')]).toEqual([['audit_entries'], ['audit_entries']]);
  const em = database.orm.em.fork();
  const [decision] = await em.find(ApprovalDecision, { approvalId });
  expect(decision).toMatchObject({
    decision: 'approved',
    clientEmail: expect.stringMatching(/^erased-.*@erased\.invalid$/),
    clientName: null,
  });
  const link = await em.findOneOrFail(ClientLink, { id: decision?.clientLinkId ?? '' });
  expect(link).toMatchObject({ email: decision?.clientEmail, revokedAt: expect.any(Date) });
  expect(await em.count(ClientSession, { linkId: link.id })).toBe(0);
  expect(await em.count(ClientLink, { email: 'tom@example.org', workspaceId: link.workspaceId, revokedAt: null })).toBe(1);
  expect((await verifyAudit(contextFor(services))).firstBad).toBeNull();
  await expect(erase(email)).rejects.toMatchObject({ code: 'not_found' });
});

it('changes nothing else in a decision', async () => {
  const { approvalId } = await givenActiveClient('mara@example.org');
  const change = (what: string) =>
    database.orm.em.fork().execute(`update approval_decisions set ${what} where approval_id = ?`, [approvalId]);
  for (const what of [
    "client_email = 'tom@example.org'",
    "client_name = 'Tom'",
    "client_email = 'x@erased.invalid', decision = 'rejected'",
  ])
    await expect(change(what)).rejects.toThrow(/append-only/);
});

it('frees the address, and signs the person out everywhere', async () => {
  const { approver, accountId } = await arrange();
  await erase(approver.email);
  expect(await database.orm.em.fork().count(Session, { userId: approver.userId })).toBe(0);
  await expect(erase(approver.email)).rejects.toMatchObject({ code: 'not_found' });
  const { user } = await givenUser(services, accountId);
  await database.orm.em.fork().nativeUpdate(User, { id: user.id }, { email: approver.email });
});

it('closes an open invitation of the address, and deletes a sign-up', async () => {
  const { approver, owner, accountId } = await arrange();
  const em = database.orm.em.fork();
  const createdAt = services.clock.now();
  const link = { tokenHash: `hash-${approver.userId}`, createdAt, expiresAt: new Date(createdAt.getTime() + 86_400_000) };
  await em.insert(Invitation, {
    id: newId('inv'),
    accountId,
    email: approver.email,
    role: 'viewer',
    invitedByUserId: owner.userId,
    ...link,
  });
  await em.insert(Signup, { id: newId('sgn'), email: approver.email, state: 'mailed', ...link });
  await erase(approver.email);
  const [invitation] = await em.fork().find(Invitation, { accountId });
  expect(invitation).toMatchObject({ email: `erased-${approver.userId}@erased.invalid`.toLowerCase(), revokedAt: expect.any(Date) });
  expect(await em.fork().count(Signup, { email: approver.email })).toBe(0);
});

it('does not erase an operator, who could not be replaced', async () => {
  const { accountId } = await arrange();
  const { user } = await givenUser(services, accountId, { isOperator: true });
  await expect(erase(user.email)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('does not erase a last owner, whose account could no longer be administered', async () => {
  const { owner } = await arrange();
  await expect(erase(owner.email)).rejects.toMatchObject({ code: 'last_owner' });
});
