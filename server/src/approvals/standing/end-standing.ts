import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import { nextState } from '../../state-table.ts';
import { STANDING_TRANSITIONS, type StandingApproval, type StandingEnd } from './standing-approval.entity.ts';
import { loadStandingToChange } from './standing-queries.ts';

/**
 * Ends a signed standing approval: nothing is published under it after the commit. The reconciler requests approval
 * for its unsent posts. `invalid_state` if it has ended, or was never signed. Takes the result of
 * loadStandingToChange() in this transaction.
 */
export async function endStanding(ctx: Context, standing: StandingApproval, reason: StandingEnd): Promise<StandingApproval> {
  assertTransaction(ctx);
  standing.state = nextState('standing approval', STANDING_TRANSITIONS, standing.state, 'ended');
  Object.assign(standing, { endReason: reason, closedAt: ctx.clock.now(), closedBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null });
  await ctx.em.flush();
  const { id, accountId, agentId, templateHash } = standing;
  await recordAudit(ctx, { accountId, action: 'standing_approval.ended', subjectId: id, details: { reason, agentId, templateHash } });
  recordStandingEvent(ctx, 'ended', standing, { reason });
  return standing;
}

/** Ends it only if it is still active, as another transaction may have ended it. Returns whether this call did. */
export async function endWhereActive(ctx: Context, id: string, reason: StandingEnd): Promise<boolean> {
  const standing = await loadStandingToChange(ctx, id);
  if (standing.state !== 'active') return false;
  await endStanding(ctx, standing, reason);
  return true;
}

/** A person has rejected a post under one: ends it, if active. */
export async function endStandingOfDraft(ctx: Context, draftId: string): Promise<void> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('standing_approvals as s', 's.id', 'a.standing_id')
      .distinct()
      .select('s.id')
      .where('a.draft_id', '=', draftId)
      .where('s.state', '=', literal('active'))
      .orderBy('s.id'),
  );
  for (const { id } of rows) await endWhereActive(ctx, id, 'refused');
}

/** Records an event about a standing approval; only its own agent receives it. */
export function recordStandingEvent(
  ctx: Context,
  happening: 'signed' | 'ended',
  standing: StandingApproval,
  more: Record<string, string> = {},
): void {
  const { id, accountId, workspaceId, agentId, state, templateHash } = standing;
  const data = { state, agent_id: agentId, template_hash: templateHash, ...more };
  recordEvent(ctx, { type: `standing_approval.${happening}`, accountId, workspaceId, subjectId: id, data });
}
