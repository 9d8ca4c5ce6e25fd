import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { type LockedDraft, moveDraft } from '../drafts/lock-draft.ts';
import { nextState } from '../state-table.ts';
import { Approval } from './approval.entity.ts';
import { APPROVAL_TRANSITIONS } from './approval-states.ts';
import { tellApproval } from './tell-approval.ts';

/**
 * Supersedes the draft's open or given approval, because its content changes or it is archived; a waiting or approved
 * draft returns to `draft`. Null if there was none. Throws `invalid_state` from publishing on. Needs a transaction;
 * the caller has authorised the change.
 */
export async function supersedeApproval(ctx: Context, draft: LockedDraft): Promise<Approval | null> {
  assertTransaction(ctx);
  const open = await ctx.em.find(
    Approval,
    { draftId: draft.id, state: { $in: ['pending', 'approved'] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (open.length === 0) return null;

  if (draft.state !== 'failed') moveDraft(ctx, draft, 'draft');
  for (const approval of open) {
    approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, 'superseded');
    approval.closedAt = ctx.clock.now();
  }
  // Before a new one is inserted: only one may be pending.
  await ctx.em.flush();
  for (const approval of open) {
    await recordAudit(ctx, {
      accountId: approval.accountId,
      action: 'approval.superseded',
      subjectId: approval.id,
      details: { draftId: draft.id, contentHash: approval.contentHash },
    });
    tellApproval(ctx, 'superseded', approval);
  }
  return open.at(-1) ?? null;
}
