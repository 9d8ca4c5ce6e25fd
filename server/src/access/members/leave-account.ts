import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { endIntegrationsOf } from '../grants/integrations.ts';
import { Membership } from '../membership.entity.ts';
import { addNotice } from '../notices/add-notice.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { isLastOwner, lockMembers } from './lock-members.ts';

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
  await ctx.em.nativeDelete(Membership, { accountId, userId });
  await recordAudit(ctx, { accountId, action: 'member.left', subjectId: userId, details: { role: roles.get(accountId) } });
  await addNotice(ctx, { accountId, kind: 'member_left', message: say`${name} (${email}) has left.` });
}

/** Only members learn whether the account exists; a recent sign-in is required, so an unattended browser is not enough. */
async function requireMember(ctx: Context, accountId: string) {
  if (ctx.actor.kind === 'user' && !ctx.actor.roles.has(accountId)) throw new DomainError('not_found');
  return requireRecentSignIn(ctx);
}
