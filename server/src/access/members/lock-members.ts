import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { requireRole } from '../authorise.ts';
import { Membership } from '../membership.entity.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';

export interface MemberKey {
  accountId: string;
  userId: string;
}

/**
 * A member of an account that an owner with a recent sign-in may change. All of its memberships are locked, so two
 * owners cannot demote each other and leave none.
 */
export async function lockMember(ctx: Context, { accountId, userId }: MemberKey): Promise<{ member: Membership; isLastOwner: boolean }> {
  assertTransaction(ctx);
  await requireRole(ctx, accountId, 'manage');
  await requireRecentSignIn(ctx);
  const members = await lockMembers(ctx, accountId);
  // Read again under the lock: the caller may have lost the role meanwhile.
  const own = members.find((member) => ctx.actor.kind === 'user' && member.userId === ctx.actor.userId);
  if (own?.role !== 'owner') throw new DomainError('insufficient_role');
  const member = members.find((other) => other.userId === userId);
  if (!member) throw new DomainError('not_found');
  return { member, isLastOwner: isLastOwner(members, member) };
}

/** All memberships of an account, locked, always in the same order. */
export async function lockMembers(ctx: Context, accountId: string): Promise<Membership[]> {
  return ctx.em.find(Membership, { accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { userId: 'asc' }, refresh: true });
}

export function isLastOwner(members: readonly Membership[], member: Membership): boolean {
  return member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
}
