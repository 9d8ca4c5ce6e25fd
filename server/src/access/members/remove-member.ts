import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { endIntegrationsOf } from '../grants/integrations.ts';
import { Membership } from '../membership.entity.ts';
import { addNotice } from '../notices/add-notice.ts';
import { User } from '../user.entity.ts';
import { lockMember, type MemberKey } from './lock-members.ts';

/** Removes a member from the account, effective with their next request. The last owner cannot be removed. */
export async function removeMember(ctx: Context, key: MemberKey): Promise<void> {
  const { member, isLastOwner } = await lockMember(ctx, key);
  if (isLastOwner) throw new DomainError('last_owner');
  // Loaded before, since row-level security hides users of other accounts.
  const { name, email } = await ctx.em.findOneOrFail(User, { id: key.userId });
  await endIntegrationsOf(ctx, key);
  await ctx.em.nativeDelete(Membership, { accountId: key.accountId, userId: key.userId });
  await recordAudit(ctx, { accountId: key.accountId, action: 'member.removed', subjectId: key.userId, details: { role: member.role } });
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : null;
  const message = by === null ? say`${name} (${email}) was removed.` : say`${name} (${email}) was removed by ${by}.`;
  await addNotice(ctx, { accountId: key.accountId, kind: 'member_left', message });
}
