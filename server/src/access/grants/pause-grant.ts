import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { gatesMayHaveOpened } from '../../events/gates-may-have-opened.ts';
import { say } from '../../languages/sentence.ts';
import { requireWorkspace } from '../authorise.ts';
import { Grant } from './grant.entity.ts';
import { lockGrant } from './lock-grant.ts';

/** Pauses a grant: its keys are refused and nothing more of it is sent. Idempotent. */
export async function pauseGrant(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (grant.pausedAt) return grant;
  grant.pausedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.paused', subjectId: grant.id });
  return grant;
}

/** Resumes a paused grant. */
export async function resumeGrant(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (!grant.pausedAt) return grant;
  grant.pausedAt = null;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.resumed', subjectId: grant.id });
  await gatesMayHaveOpened(ctx, grant.accountId);
  return grant;
}

/** An active grant that the actor may manage, locked against every other change of it. */
export async function lockManagedGrant(ctx: Context, grantId: string): Promise<Grant> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Grant, { id: grantId });
  if (!found) throw new DomainError('not_found');
  await requireWorkspace(ctx, found.workspaceId, 'manage');
  const grant = await lockGrant(ctx, found);
  if (grant.state !== 'active') {
    throw new DomainError('invalid_state', {
      message: say`The grant is ${grant.state}; it cannot be changed any more.`,
      details: { from: grant.state },
    });
  }
  return grant;
}
