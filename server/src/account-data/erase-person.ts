import { requireOperator } from '../access/authorise.ts';
import { endIntegrationsOf } from '../access/grants/change-grant.ts';
import { isLastOwner, lockMembers } from '../access/members/change-members.ts';
import { personByEmail } from '../access/people.ts';
import { forgetDevices } from '../access/sessions/sessions.ts';
import { Membership, User } from '../access/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { OF_PEOPLE } from './erased-tables.ts';

export interface ErasedPerson {
  userId: string;
  /** The accounts that the person was a member of. */
  accounts: number;
}

/** The person's name in decisions, comments and evidence after the erasure. */
const NAME = 'Erased person';

/**
 * Erases a person: data about only them is deleted, and where their id must be kept, in decisions,
 * signatures, comments, the ledger and the audit log, it no longer leads to a name or an address. Their text
 * in drafts and comments belongs to the account and is kept. Operators only; throws `last_owner` if an
 * account would be left without an owner.
 */
export async function erasePerson(ctx: Context, address: string): Promise<ErasedPerson> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const user = await personByEmail(ctx, address);
  if (user.isOperator)
    throw new DomainError('invalid_state', { message: 'Operators cannot be erased.', remedy: 'Make another person the operator first.' });
  const userId = user.id;
  const memberships = await ctx.em.find(Membership, { userId }, { orderBy: { accountId: 'asc' } });
  for (const { accountId, role } of memberships) {
    const members = await lockMembers(ctx, accountId);
    const own = members.find((member) => member.userId === userId);
    if (own && isLastOwner(members, own)) throw new DomainError('last_owner', { details: { account_id: accountId } });
    await ctx.em.nativeDelete(Membership, { accountId, userId });
    await recordAudit(ctx, { accountId, action: 'member.erased', subjectId: userId, details: { role } });
  }
  await forgetPerson(ctx, user);
  return { userId, accounts: memberships.length };
}

/**
 * Deletes data about only this person, and removes their name and address from the rest. Their memberships
 * have ended.
 */
export async function forgetPerson(ctx: Context, { id: userId, email }: User): Promise<void> {
  await endIntegrationsOf(ctx, { userId });
  await forgetDevices(ctx, userId);
  for (const table of OF_PEOPLE) await ctx.em.execute(`delete from ${table} where user_id = ?`, [userId], 'run');
  await query(ctx.em, tables.updateTable('agents').set({ let_in_by_name: NAME }).where('let_in_by_user_id', '=', userId));
  const erased = `erased-${userId}@erased.invalid`;
  await query(
    ctx.em,
    tables
      .updateTable('invitations')
      .set(({ fn, ref, val }) => ({
        email: erased,
        revoked_at: fn.coalesce(ref('revoked_at'), ref('accepted_at'), val(ctx.clock.now())),
      }))
      .where('email', '=', email),
  );
  await query(ctx.em, tables.deleteFrom('signups').where('email', '=', email));
  await ctx.em.nativeUpdate(
    User,
    { id: userId },
    { name: NAME, email: erased, passwordHash: '', emailConfirmedAt: null, emailProof: null, language: null },
  );
  await recordAudit(ctx, { accountId: null, action: 'person.erased', subjectId: userId });
}
