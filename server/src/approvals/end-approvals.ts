import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { type LockedDraft, lockDrafts, moveDraft } from '../drafts/lock-draft.ts';
import type { EventData } from '../events/event.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import { nextState } from '../state-table.ts';
import { APPROVAL_TRANSITIONS, Approval } from './approval.entity.ts';

interface ExpiredApproval {
  approvalId: string;
  draftId: string;
}

/**
 * Waiting ones by their expiry. Approved ones through their drafts, of which few are unpublished: approved approvals
 * are kept forever, and an index on their expiry would include everything ever published. SKIP LOCKED: a locked row
 * is being decided, changed or sent, and the next run follows in a minute.
 */
const EXPIRED = [
  ({ now, limit }: Overdue) =>
    tables
      .selectFrom('approvals as a')
      .innerJoin('drafts as d', 'd.id', 'a.draft_id')
      .select('a.id')
      .where('a.state', '=', literal('pending'))
      .where('a.expires_at', '<=', now)
      .where('d.state', 'in', [literal('in_review'), literal('approved'), literal('scheduled')])
      .orderBy('a.expires_at')
      .limit(limit)
      .forUpdate(['d', 'a'])
      .skipLocked(),
  ({ now, limit }: Overdue) =>
    tables
      .selectFrom('drafts as d')
      .innerJoin('approvals as a', 'a.draft_id', 'd.id')
      .select('a.id')
      .where('d.state', 'in', [literal('approved'), literal('scheduled')])
      .where('a.state', '=', literal('approved'))
      .where('a.expires_at', '<=', now)
      .orderBy('a.id')
      .limit(limit)
      .forUpdate(['d', 'a'])
      .skipLocked(),
];

interface Overdue {
  now: Date;
  limit: number;
}

/**
 * For the reconciler: expires overdue pending approvals, and approved ones that were not published; their drafts
 * return to `draft`. The caller cancels their jobs. Needs a transaction.
 */
export async function expireApprovals(ctx: Context, limit = 100): Promise<ExpiredApproval[]> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const found: { id: string }[] = [];
  for (const expired of EXPIRED) found.push(...(await query(ctx.em, expired({ now, limit: limit - found.length }))));
  if (found.length === 0) return [];
  const approvals = await ctx.em.find(Approval, { id: { $in: found.map(({ id }) => id) } }, { orderBy: { id: 'asc' }, refresh: true });
  const drafts = await lockDrafts(
    ctx,
    approvals.map(({ draftId }) => draftId),
  );
  for (const draft of drafts) moveDraft(ctx, draft, 'draft');
  await endAsExpired(ctx, approvals);
  return approvals.map(({ id, draftId }) => ({ approvalId: id, draftId }));
}

/** Expires an overdue approval of which nothing was published although it was tried. The caller has locked the draft, and moves it. */
export async function expireApproval(ctx: Context, id: string): Promise<void> {
  const approval = await ctx.em.findOneOrFail(Approval, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (approval.state === 'approved') await endAsExpired(ctx, [approval]);
}

async function endAsExpired(ctx: Context, approvals: readonly Approval[]): Promise<void> {
  for (const approval of approvals) {
    approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, 'expired');
    approval.closedAt = ctx.clock.now();
  }
  await ctx.em.flush();
  for (const approval of approvals) {
    const { id, accountId, draftId, contentHash } = approval;
    await recordAudit(ctx, { accountId, action: 'approval.expired', subjectId: id, details: { draftId, contentHash } });
    recordApprovalEvent(ctx, 'expired', approval);
  }
}

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
    recordApprovalEvent(ctx, 'superseded', approval);
  }
  return open.at(-1) ?? null;
}

type Happening = 'requested' | 'decided' | 'superseded' | 'expired' | 'moved_on' | 'held' | 'released' | 'vote_withdrawn';

/** The event of something that happened to an approval. */
export function recordApprovalEvent(ctx: Context, happening: Happening, approval: Approval, more: EventData = {}): void {
  const { id, accountId, workspaceId, draftId, state, contentHash } = approval;
  const data = { state, content_hash: contentHash, ...more };
  recordEvent(ctx, { type: `approval.${happening}`, accountId, workspaceId, subjectId: id, draftId, data });
}
