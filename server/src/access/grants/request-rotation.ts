import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import type { Grant } from './grant.entity.ts';
import { lockManagedGrant } from './pause-grant.ts';
import { tellGrant } from './tell-grant.ts';

/** Requests that the agent fetch a new key. Only the agent ever sees the key. */
export async function requestRotation(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (grant.rotationRequestedAt) return grant;
  grant.rotationRequestedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.rotation_requested', subjectId: grant.id });
  tellGrant(ctx, 'rotation_requested', grant);
  return grant;
}
