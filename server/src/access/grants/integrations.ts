import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { canIn } from '../authorise.ts';
import { endGrant } from './end-grant.ts';
import { Grant } from './grant.entity.ts';

/** Whether the grant is for a program of the caller's own. */
export function isOwnIntegration({ actor }: Pick<Context, 'actor'>, { personUserId }: Pick<Grant, 'personUserId'>): boolean {
  return actor.kind === 'user' && actor.userId === personUserId;
}

/** Owners may revoke every grant, other people their own integrations. */
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
