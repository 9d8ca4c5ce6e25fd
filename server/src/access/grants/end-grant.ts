import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Grant } from './grant.entity.ts';

/** Ends a grant that the caller has locked; writes the audit entry and publishes the event. */
export async function endGrant(ctx: Context, grant: Grant, details: { becauseLeft?: string } = {}): Promise<void> {
  grant.state = 'revoked';
  grant.revokedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.revoked', subjectId: grant.id, details });
  recordGrantEvent(ctx, 'revoked', grant);
}

/** Records an event about one agent's access; other agents do not receive it. */
export function recordGrantEvent(ctx: Context, happening: 'rotation_requested' | 'revoked', grant: Grant): void {
  const { id, accountId, workspaceId, agentId, state } = grant;
  recordEvent(ctx, { type: `grant.${happening}`, accountId, workspaceId, subjectId: id, grantId: id, data: { state, agent_id: agentId } });
}
