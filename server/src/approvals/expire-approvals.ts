import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { lockDrafts, moveDraft } from '../drafts/lock-draft.ts';
import { nextState } from '../state-table.ts';
import { Approval } from './approval.entity.ts';
import { APPROVAL_TRANSITIONS } from './approval-states.ts';
import { tellApproval } from './tell-approval.ts';

export interface ExpiredApproval {
  approvalId: string;
  draftId: string;
}

/**
 * Waiting ones by their expiry. Approved ones through their drafts, of which few are unpublished: approved approvals
 * are kept forever, and an index on their expiry would include everything ever published. SKIP LOCKED: a locked row
 * is being decided, changed or sent, and the next run follows in a minute.
 */
const FIND_EXPIRED = [
  `select a.id from approvals a join drafts d on d.id = a.draft_id
   where a.state = 'pending' and a.expires_at <= ? and d.state in ('in_review', 'approved', 'scheduled')
   order by a.expires_at limit ? for update of d, a skip locked`,
  `select a.id from drafts d join approvals a on a.draft_id = d.id
   where d.state in ('approved', 'scheduled') and a.state = 'approved' and a.expires_at <= ?
   order by a.id limit ? for update of d, a skip locked`,
];

/**
 * For the reconciler: expires overdue pending approvals, and approved ones that were not published; their drafts
 * return to `draft`. The caller cancels their jobs. Needs a transaction.
 */
export async function expireApprovals(ctx: Context, limit = 100): Promise<ExpiredApproval[]> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const found: { id: string }[] = [];
  for (const sql of FIND_EXPIRED) found.push(...(await ctx.em.execute<{ id: string }[]>(sql, [now, limit - found.length])));
  if (found.length === 0) return [];
  const approvals = await ctx.em.find(Approval, { id: { $in: found.map(({ id }) => id) } }, { orderBy: { id: 'asc' }, refresh: true });
  const drafts = await lockDrafts(
    ctx,
    approvals.map(({ draftId }) => draftId),
  );
  for (const approval of approvals) {
    approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, 'expired');
    approval.closedAt = now;
  }
  for (const draft of drafts) moveDraft(ctx, draft, 'draft');
  await ctx.em.flush();
  for (const approval of approvals) {
    const { id, accountId, draftId, contentHash } = approval;
    await recordAudit(ctx, { accountId, action: 'approval.expired', subjectId: id, details: { draftId, contentHash } });
    tellApproval(ctx, 'expired', approval);
  }
  return approvals.map(({ id, draftId }) => ({ approvalId: id, draftId }));
}
