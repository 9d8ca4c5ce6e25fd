import type { Workspace } from '../../access/workspace.entity.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { toStoredSentence } from '../../languages/stored-message.ts';
import { newId } from '../../new-id.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { nextState } from '../../state-table.ts';
import { APPROVAL_TRANSITIONS, type Approval } from '../approval.entity.ts';
import { ApprovalDecision } from '../approval-decision.entity.ts';
import { recordApprovalEvent } from '../end-approvals.ts';
import { type Deviation, matches } from './matches.ts';
import { lockStanding, nameOf, notBy, type StandingRow, standingColumns, termsFrom } from './standing-queries.ts';

export interface Submitted {
  workspace: Workspace;
  draft: LockedDraft;
  /** Just requested, and open. */
  approval: Approval;
  payloads: readonly Payload[];
  /** The submitting grant; null for a person. */
  grantId: string | null;
  hasFindings: boolean;
  /** Whether a person has rejected the same content. */
  isRefusedBefore(): Promise<boolean>;
}

/**
 * Approves a request under a standing approval of its agent if it matches completely; otherwise it stays open, with
 * the reasons if one was close. Daily and credit limits are counted serially. Needs a transaction.
 */
export async function autoApprove(ctx: Context, submitted: Submitted): Promise<void> {
  assertTransaction(ctx);
  const { workspace, approval, grantId } = submitted;
  if (!workspace.hasStanding || grantId === null || approval.state !== 'pending') return;
  await ctx.em.flush();
  const [agent] = await query(
    ctx.em,
    tables
      .selectFrom('grants as g')
      .select('g.agent_id')
      .where('g.id', '=', grantId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('standing_approvals as s')
            .whereRef('s.agent_id', '=', 'g.agent_id')
            .where('s.workspace_id', '=', workspace.id)
            .where('s.state', '=', literal('active')),
        ),
      ),
  );
  if (!agent) return;
  await lockStanding(ctx, agent.agent_id);
  const rows = await readRows(ctx, submitted, agent.agent_id);
  const tried: { row: StandingRow; reasons: Deviation[] }[] = [];
  for (const row of rows) {
    const reasons = await deviationsFrom(ctx, submitted, row);
    if (reasons.length === 0) return approveBy(ctx, submitted, row);
    tried.push({ row, reasons });
  }
  const nearest = tried.toSorted((one, other) => one.reasons.length - other.reasons.length)[0];
  if (nearest && approval.reason == null) {
    const words = notBy(nameOf(nearest.row), nearest.reasons);
    Object.assign(approval, { reason: String(words), reasonSentence: toStoredSentence(words) });
  }
  await ctx.em.flush();
}

interface Row extends StandingRow {
  has_people: boolean;
  is_asked_before: boolean;
}

async function readRows(ctx: Context, { approval, workspace }: Submitted, agentId: string): Promise<Row[]> {
  return ctx.em.execute<Row[]>(
    `select ${standingColumns({ day: 'a.day', except: 'a.id' })},
       exists (select from draft_authors o where o.draft_id = a.draft_id and o.user_id is not null and o.revision > 0) as has_people,
       exists (select from approvals e where e.draft_id = a.draft_id and e.id <> a.id) as is_asked_before
     from standing_approvals s join lateral (
       select b.id, b.draft_id, (b.due_at at time zone s.time_zone)::date as day from approvals b where b.id = ?
     ) a on true
     where s.agent_id = ? and s.workspace_id = ? and s.state = 'active' order by s.id`,
    [approval.id, agentId, workspace.id],
  );
}

async function deviationsFrom(ctx: Context, submitted: Submitted, row: Row): Promise<Deviation[]> {
  const { workspace, approval, payloads, hasFindings } = submitted;
  const terms = await termsFrom(row, workspace);
  const post = {
    now: ctx.clock.now(),
    targets: payloads.map(({ platform, connectionId = null, post = null }) => ({ platform, connectionId, post })),
    authors: [...approval.agentIds, ...(row.has_people ? [null] : [])],
    isAskedBefore: row.is_asked_before,
    isRefusedBefore: false,
    hasFindings,
    isStopped: workspace.pausedAt != null || workspace.archivedAt != null,
    usedThatDay: row.used_that_day,
    creditsUsed: row.credits_used,
    creditsNeeded: row.credits_needed,
  };
  const first = matches(terms, post);
  // Looked up last: most posts do not need it.
  const match = first.allowed ? matches(terms, { ...post, isRefusedBefore: await submitted.isRefusedBefore() }) : first;
  return match.allowed ? [] : match.reasons;
}

async function approveBy(ctx: Context, { draft, approval }: Submitted, { id: standingId, day, signed_by: by }: Row): Promise<void> {
  const now = ctx.clock.now();
  const decision = ctx.em.create(ApprovalDecision, {
    id: newId('dec'),
    accountId: approval.accountId,
    workspaceId: approval.workspaceId,
    approvalId: approval.id,
    standingId,
    decision: 'approved',
    contentHash: approval.contentHash,
    createdAt: now,
  });
  Object.assign(approval, { standingId, standingDay: day, closedAt: now });
  approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, 'approved');
  moveDraft(ctx, draft, 'approved');
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: approval.accountId,
    action: 'approval.decided',
    subjectId: approval.id,
    details: { decision: 'approved', contentHash: approval.contentHash, draftId: draft.id, state: 'approved', standingId, signedBy: by },
  });
  const data = { decision: 'approved', decision_id: decision.id, approvals: 0, signed: false, standing_approval_id: standingId };
  recordApprovalEvent(ctx, 'decided', approval, data);
}
