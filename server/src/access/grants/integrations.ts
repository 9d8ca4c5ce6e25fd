import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { canIn } from '../authorise.ts';
import type { MemberKey } from '../members/lock-members.ts';
import type { Grant } from './grant.entity.ts';

/** Whether it lets a program of the asking person's own in. */
export function isOwnIntegration({ actor }: Pick<Context, 'actor'>, { personUserId }: Pick<Grant, 'personUserId'>): boolean {
  return actor.kind === 'user' && actor.userId === personUserId;
}

/** Owners end every grant, and everybody the programs that they let read for themselves. */
export function mayRevoke(ctx: Context, grant: Grant): boolean {
  return grant.state === 'active' && (isOwnIntegration(ctx, grant) || canIn(ctx, grant.accountId, 'manage'));
}

/**
 * Ends the integrations of somebody who is no member any more. None of them answers from then on anyway; this keeps them from
 * coming back with somebody who is invited again.
 */
export async function endIntegrationsOf(ctx: Context, { accountId, userId }: MemberKey): Promise<void> {
  const ended = await ctx.em.execute<{ id: string }[]>(
    `update grants set state = 'revoked', revoked_at = ? where account_id = ? and person_user_id = ? and state = 'active' returning id`,
    [ctx.clock.now(), accountId, userId],
  );
  for (const { id } of ended)
    await recordAudit(ctx, { accountId, action: 'grant.revoked', subjectId: id, details: { becauseLeft: userId } });
}
