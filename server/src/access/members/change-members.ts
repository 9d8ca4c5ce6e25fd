import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { gatesMayHaveOpened } from '../../events/gates-may-have-opened.ts';
import { say } from '../../languages/sentence.ts';
import type { Role } from '../actor.ts';
import { requireRole } from '../authorise.ts';
import { endIntegrationsOf } from '../grants/change-grant.ts';
import { addNotice } from '../notices.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { Membership, User } from '../user.entity.ts';
import { Invitation } from './invitation.entity.ts';

/** Changes a member's role, effective with their next request. The last owner keeps the role. */
export async function changeMemberRole(ctx: Context, { role, ...key }: MemberKey & { role: Role }): Promise<void> {
  const { member, isLastOwner } = await lockMember(ctx, key);
  if (member.role === role) return;
  if (isLastOwner) throw new DomainError('last_owner');
  const details = { from: member.role, to: role };
  if (member.role === 'owner') await revokeInvitationsOf(ctx, key);
  member.role = role;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: key.accountId, action: 'member.role_changed', subjectId: key.userId, details });
  await gatesMayHaveOpened(ctx, key.accountId);
}

/** Removes a member from the account, effective with their next request. The last owner cannot be removed. */
export async function removeMember(ctx: Context, key: MemberKey): Promise<void> {
  const { member, isLastOwner } = await lockMember(ctx, key);
  if (isLastOwner) throw new DomainError('last_owner');
  // Loaded before, since row-level security hides users of other accounts.
  const { name, email } = await ctx.em.findOneOrFail(User, { id: key.userId });
  await endIntegrationsOf(ctx, key);
  await revokeInvitationsOf(ctx, key);
  await ctx.em.nativeDelete(Membership, { accountId: key.accountId, userId: key.userId });
  await recordAudit(ctx, { accountId: key.accountId, action: 'member.removed', subjectId: key.userId, details: { role: member.role } });
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : null;
  const message = by === null ? say`${name} (${email}) was removed.` : say`${name} (${email}) was removed by ${by}.`;
  await addNotice(ctx, { accountId: key.accountId, kind: 'member_left', message });
}

/**
 * Ends the person's own membership, effective with their next request; also of a suspended account. The last owner
 * cannot leave.
 */
export async function leaveAccount(ctx: Context, accountId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId, name, email, roles } = await requireMember(ctx, accountId);
  const members = await lockMembers(ctx, accountId);
  const own = members.find((member) => member.userId === userId);
  if (!own) throw new DomainError('not_found');
  if (isLastOwner(members, own)) throw new DomainError('last_owner', { message: say`You are the last owner of this account.` });
  await endIntegrationsOf(ctx, { accountId, userId });
  await revokeInvitationsOf(ctx, { accountId, userId });
  await ctx.em.nativeDelete(Membership, { accountId, userId });
  await recordAudit(ctx, { accountId, action: 'member.left', subjectId: userId, details: { role: roles.get(accountId) } });
  await addNotice(ctx, { accountId, kind: 'member_left', message: say`${name} (${email}) has left.` });
}

/** Only members learn whether the account exists; a recent sign-in is required, so an unattended browser is not enough. */
async function requireMember(ctx: Context, accountId: string) {
  if (ctx.actor.kind === 'user' && !ctx.actor.roles.has(accountId)) throw new DomainError('not_found');
  return requireRecentSignIn(ctx);
}

/** An invitation is worth no more than its sender: through one of their own they could return. */
async function revokeInvitationsOf(ctx: Context, { accountId, userId }: MemberKey): Promise<void> {
  const open = { accountId, invitedByUserId: userId, acceptedAt: null, revokedAt: null };
  await ctx.em.nativeUpdate(Invitation, open, { revokedAt: ctx.clock.now() });
}

interface MemberKey {
  accountId: string;
  userId: string;
}

/**
 * A member of an account that an owner with a recent sign-in may change. All of its memberships are locked, so two
 * owners cannot demote each other and leave none.
 */
async function lockMember(ctx: Context, { accountId, userId }: MemberKey): Promise<{ member: Membership; isLastOwner: boolean }> {
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
