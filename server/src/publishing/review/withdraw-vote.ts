import { LockMode } from '@mikro-orm/postgresql';
import { requireWorkspace, WORKSPACE_ARCHIVED } from '../../access/authorise.ts';
import { APPROVAL_TRANSITIONS, Approval } from '../../approvals/approval.entity.ts';
import type { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { latestApprovalsOf, loadApproval } from '../../approvals/approval-queries.ts';
import { approvalsGivenTo, bindingDecisionsOf } from '../../approvals/decision-queries.ts';
import { recordApprovalEvent } from '../../approvals/end-approvals.ts';
import { termsOf } from '../../approvals/request-approval.ts';
import { stageVotesOf } from '../../approvals/stage-votes.ts';
import { currentStage, NO_VOTES } from '../../approvals/stages.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { Draft, DraftState } from '../../drafts/draft.entity.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { nextState } from '../../state-table.ts';
import { createJob } from '../jobs/create-job.ts';
import { jobsOf } from '../jobs/job-queries.ts';
import { parkJob } from '../jobs/roll-up-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { requireCurrentEdit } from './content/require-current-edit.ts';

interface Withdrawal {
  approval: Pick<Approval, 'id' | 'state' | 'contentHash' | 'expiresAt'>;
  /** The draft's newest approval. */
  newest: Pick<Approval, 'id'> | undefined;
  draft: Pick<Draft, 'state' | 'contentHash'>;
  own: ApprovalDecision | undefined;
  isArchived: boolean;
  now: Date;
}

/** States of a draft whose sending has begun, also between two attempts: what a failed one sent may still arrive. */
const BEGUN: readonly DraftState[] = ['publishing', 'published', 'partially_published', 'failed'];

/** Why a person may not withdraw their vote; null if they may. */
export function whyNotWithdraw({ approval, newest, draft, own, isArchived, now }: Withdrawal): Sentence | null {
  if (!own) return say`You have not decided on this.`;
  if (isArchived) return WORKSPACE_ARCHIVED;
  if (approval.state === 'expired' || approval.expiresAt <= now) return say`The approval has expired.`;
  if (newest?.id !== approval.id || approval.state === 'superseded' || approval.contentHash !== draft.contentHash)
    return say`The content has changed; see the latest request.`;
  return BEGUN.includes(draft.state) ? say`It is too late: sending has begun.` : null;
}

/**
 * A person, or a client by a link, withdraws their own vote while nothing was sent. Other votes stay. If theirs was
 * needed, or closed the request, the same content is open again; the audit log keeps both. Refuses: not_found,
 * insufficient_role, invalid_state. Needs a transaction.
 */
export async function withdrawVote(ctx: Context, approvalId: string): Promise<Approval> {
  assertTransaction(ctx);
  const { actor } = ctx;
  const { draftId, workspaceId } = await loadApproval(ctx, approvalId);
  const workspace = await requireWorkspace(ctx, workspaceId, actor.kind === 'user' ? 'decide' : 'read');
  if (actor.kind !== 'user' && actor.kind !== 'client') throw new DomainError('insufficient_role');
  const draft = await lockDraft(ctx, draftId);
  const approval = await ctx.em.findOneOrFail(Approval, approvalId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const own = (await bindingDecisionsOf(ctx, [approvalId])).find(isOwnOf(actor));
  const job = (await jobsOf(ctx, [draftId])).get(draftId) ?? null;
  const refusal = whyNotWithdraw({
    approval,
    newest: (await latestApprovalsOf(ctx, [draftId])).get(draftId),
    draft,
    own,
    isArchived: workspace.archivedAt != null,
    now: ctx.clock.now(),
  });
  if (refusal || !own) throw new DomainError('invalid_state', { message: refusal ?? '', details: { state: approval.state } });

  const before = approval.state;
  await query(ctx.em, tables.deleteFrom('approval_decisions').where('id', '=', own.id));
  const terms = termsOf(approval, workspace);
  const stage = currentStage(terms.stages, (await stageVotesOf(ctx, [approvalId])).get(approvalId) ?? NO_VOTES);
  const given = (await approvalsGivenTo(ctx, [approvalId])).get(approvalId) ?? 0;
  const isStillApproved = before === 'approved' && stage === null && given >= terms.approvalsRequired;
  // A rejection or a request for changes by another person is not undone with it.
  if (before === own.decision && !isStillApproved) await reopen(ctx, { approval, draft, job });
  if (approval.state === 'pending') approval.askedSince = ctx.clock.now();
  await ctx.em.flush();
  const { id, accountId, contentHash } = approval;
  const { id: decisionId, decision, comment = null, signatureId = null, createdAt } = own;
  await recordAudit(ctx, {
    accountId,
    action: 'approval.vote_withdrawn',
    subjectId: id,
    details: {
      decisionId,
      decision,
      comment,
      signatureId,
      decidedAt: createdAt.toISOString(),
      contentHash,
      draftId,
      state: approval.state,
    },
  });
  recordApprovalEvent(ctx, 'vote_withdrawn', approval, { decision, approvals: given });
  if (approval.state === 'pending') recordApprovalEvent(ctx, 'moved_on', approval, { stage: stage?.name ?? null });
  return approval;
}

/** Whether a decision is the caller's own. */
export function isOwnOf(actor: Context['actor']): (decision: Pick<ApprovalDecision, 'userId' | 'clientEmail'>) => boolean {
  return ({ userId, clientEmail }) =>
    (actor.kind === 'user' && userId === actor.userId) || (actor.kind === 'client' && clientEmail === actor.email);
}

/**
 * Reopens the request for the same content: approved content is pending again, rejected content gets a job
 * again.
 */
async function reopen(
  ctx: Context,
  { approval, draft, job }: { approval: Approval; draft: LockedDraft; job: PublishJob | null },
): Promise<void> {
  approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, 'pending');
  approval.closedAt = null;
  if (job?.approvalId === approval.id && job.state !== 'cancelled') {
    parkJob(ctx, job, draft);
    job.quietUntil = null;
  }
  // Another edit of the post may have been proposed since.
  if (draft.state === 'rejected') await requireCurrentEdit(ctx, draft);
  // Rejected content returns to review through the state `draft`, which no other command permits.
  if (draft.state === 'rejected') moveDraft(ctx, draft, 'draft');
  moveDraft(ctx, draft, 'in_review');
  if (job?.approvalId !== approval.id || job.state !== 'cancelled') return;
  job.isRefused = false;
  const { grantId = null, userId = null } = job;
  const payloads = await currentPayloads(ctx, draft);
  await createJob(ctx, draft, { mode: 'approval', author: { grantId, userId }, approvalId: approval.id, payloads });
}
