import { beforeAll, expect, it } from 'vitest';
import { Invitation } from '../access/members/invitation.entity.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Signup } from '../access/signup.entity.ts';
import { User } from '../access/user.entity.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Services } from '../context.ts';
import { newId } from '../new-id.ts';
import { actAs, userActor } from '../testing/actors.ts';
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

it('leaves a decision without the name and the address of an erased person', async () => {
  const { approver } = await arrange();
  expect(await erase(approver.email)).toEqual({ userId: approver.userId, accounts: 1 });
  const em = database.orm.em.fork();
  expect(await em.findOneOrFail(User, approver.userId)).toMatchObject({ name: 'Erased person', emailConfirmedAt: null });
  expect(await em.execute('select 1 from approval_decisions where user_id = ?', [approver.userId])).toHaveLength(1);
  for (const table of ['memberships', 'sessions', 'notices'])
    expect(await em.execute(`select 1 from ${table} where user_id = ?`, [approver.userId])).toEqual([]);
  const tables = await em.execute<{ table: string }[]>(
    `select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { table } of tables) {
    const holding = await em.execute(`select 1 from "${table}" t where t::text like ?`, [`%${approver.email}%`]);
    expect({ table, holding }).toEqual({ table, holding: [] });
  }
  expect((await verifyAudit(contextFor(services))).firstBad).toBeNull();
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
