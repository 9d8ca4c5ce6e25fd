import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { requireRole } from '../authorise.ts';
import { Invitation } from './invitation.entity.ts';

/** Revokes an unused invitation link; idempotent. Returns the account's id. */
export async function revokeInvitation(ctx: Context, invitationId: string): Promise<string> {
  assertTransaction(ctx);
  const invitation = await ctx.em.findOne(Invitation, { id: invitationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!invitation) throw new DomainError('not_found');
  const { accountId } = invitation;
  await requireRole(ctx, accountId, 'manage');
  if (invitation.acceptedAt)
    throw new DomainError('invalid_state', { message: say`The invitation was accepted; remove the member instead.` });
  if (invitation.revokedAt) return accountId;
  invitation.revokedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'invitation.revoked', subjectId: invitation.id });
  return accountId;
}
