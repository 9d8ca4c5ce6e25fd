import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { gatesMayHaveOpened } from '../../events/gates-may-have-opened.ts';
import type { Role } from '../actor.ts';
import { lockMember, type MemberKey } from './lock-members.ts';

/** Changes a member's role, effective with their next request. The last owner stays one. */
export async function changeMemberRole(ctx: Context, { role, ...key }: MemberKey & { role: Role }): Promise<void> {
  const { member, isLastOwner } = await lockMember(ctx, key);
  if (member.role === role) return;
  if (isLastOwner) throw new DomainError('last_owner');
  const details = { from: member.role, to: role };
  member.role = role;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: key.accountId, action: 'member.role_changed', subjectId: key.userId, details });
  await gatesMayHaveOpened(ctx, key.accountId);
}
