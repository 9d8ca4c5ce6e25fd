import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { canIn } from '../authorise.ts';
import { endGrant } from './end-grant.ts';
import { Grant } from './grant.entity.ts';

/** Whether it lets a program of the asking person's own in. */
export function isOwnIntegration({ actor }: Pick<Context, 'actor'>, { personUserId }: Pick<Grant, 'personUserId'>): boolean {
  return actor.kind === 'user' && actor.userId === personUserId;
}

/** Owners end every grant, and everybody the programs that they let read for themselves. */
export function mayRevoke(ctx: Context, grant: Grant): boolean {
  return grant.state === 'active' && (isOwnIntegration(ctx, grant) || canIn(ctx, grant.accountId, 'manage'));
}

/**
 * Ends the integrations of a person who left one account, or all of them. They stop working with the membership
 * anyway; this keeps them from working again if the person is invited again.
 */
export async function endIntegrationsOf(ctx: Context, { accountId, userId }: { accountId?: string; userId: string }): Promise<void> {
  const theirs = { personUserId: userId, state: 'active' as const, ...(accountId && { accountId }) };
  const grants = await ctx.em.find(Grant, theirs, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
  for (const grant of grants) await endGrant(ctx, grant, { becauseLeft: userId });
}
