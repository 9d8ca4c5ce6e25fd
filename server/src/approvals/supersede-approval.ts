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
 * Takes back what was asked or approved for the draft, because its content changes or it is put
 * away; the draft goes back to `draft` where it waited or was approved. Null when there was nothing
 * to take back. Throws `invalid_state` from publishing on. Needs a transaction; the caller has
 * authorised the change that causes it.
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
