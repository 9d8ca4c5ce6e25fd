import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import type { Grant } from './grant.entity.ts';
import { tellGrant } from './tell-grant.ts';

/** Ends a grant that the caller has locked; writes the audit entry and publishes the event. */
export async function endGrant(ctx: Context, grant: Grant, details: { becauseLeft?: string } = {}): Promise<void> {
  grant.state = 'revoked';
  grant.revokedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.revoked', subjectId: grant.id, details });
  tellGrant(ctx, 'revoked', grant);
}
