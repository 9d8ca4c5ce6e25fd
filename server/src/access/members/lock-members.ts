import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { requireRole } from '../authorise.ts';
import { Membership } from '../membership.entity.ts';
import { requireFresh } from '../require-fresh.ts';

export interface MemberKey {
  accountId: string;
  userId: string;
}

/**
 * One member of an account that a freshly authenticated owner may change. All of its memberships
 * are locked, so that two owners cannot take the role from each other and leave none.
 */
export async function lockMember(ctx: Context, { accountId, userId }: MemberKey): Promise<{ member: Membership; isLastOwner: boolean }> {
  assertTransaction(ctx);
  await requireRole(ctx, accountId, 'manage');
  await requireFresh(ctx);
  const members = await ctx.em.find(
    Membership,
    { accountId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { userId: 'asc' }, refresh: true },
  );
  // Read again under the lock: the owner who asks may have been made something else meanwhile.
  const own = members.find((member) => ctx.actor.kind === 'user' && member.userId === ctx.actor.userId);
  if (own?.role !== 'owner') throw new DomainError('insufficient_role');
  const member = members.find((other) => other.userId === userId);
  if (!member) throw new DomainError('not_found');
  const owners = members.filter(({ role }) => role === 'owner');
  return { member, isLastOwner: member.role === 'owner' && owners.length === 1 };
}
