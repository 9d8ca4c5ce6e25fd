import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../access/actor.ts';
import { requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../drafts/lock-draft.ts';
import { plainWords } from '../drafts/text/plain-words.ts';
import { textFault } from '../drafts/text/text-fault.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { nextState } from '../state-table.ts';
import { Approval } from './approval.entity.ts';
import { canDecide } from './approval.policy.ts';
import { ApprovalDecision, type Decision } from './approval-decision.entity.ts';
import { loadApproval } from './approval-queries.ts';
import { APPROVAL_TRANSITIONS } from './approval-states.ts';
import { termsOf } from './approval-terms.ts';
import { clientVote } from './clients/client-vote.ts';
import { approvalsGivenTo, bindingDecisionsOf } from './decision-queries.ts';
import type { AcceptedSignature } from './signatures/accept-signature.ts';
import { requireSignature } from './signatures/require-signature.ts';
import { tellApproval } from './tell-approval.ts';
import { writersOf } from './writer-queries.ts';

export interface DecideApprovalInput {
  approvalId: string;
  /** What the person saw; anything else than today's content is refused as `content_changed`. */
  contentHash: string;
  decision: Decision;
  comment?: string | null;
  /** From acceptSignature(); where a signature is needed, nothing is approved without. */
  signature?: AcceptedSignature | null | undefined;
}

export interface DecidedApproval {
  approval: Approval;
  decision: ApprovalDecision;
  draft: LockedDraft;
}

const MAX_COMMENT_LENGTH = 2_000;

/**
 * One person's decision on one content hash. Approves when enough different people have, who may still decide; one
 * rejection or request for changes closes it. Moves the draft along: `approved`, `rejected` or
 * `changes_requested`. Refuses: not_found, insufficient_role (agents too), content_changed,
 * already_decided, invalid_state (expired), self_approval_refused, signature_required, signature_refused. A client decides by a link in
 * the same way, and as clientVote() says. Needs a transaction.
 */
export async function decideApproval(ctx: Context, input: DecideApprovalInput): Promise<DecidedApproval> {
  assertTransaction(ctx);
  const { draftId } = await loadApproval(ctx, input.approvalId);
  // Draft before approval, as everywhere: whoever comes second reads what the first one left.
  const draft = await lockDraft(ctx, draftId);
  const approval = await ctx.em.findOneOrFail(Approval, input.approvalId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const decisions = await bindingDecisionsOf(ctx, [approval.id]);
  const { by, approvalsRequired, workspace } = await requireDecider(ctx, { approval, draft, decisions });
  if (input.contentHash !== approval.contentHash) throw new DomainError('content_changed');
  const now = ctx.clock.now();
  const signatureId = requireSignature(input, { approval, workspace, by, now });
  checkComment(input.comment);

  const decision = ctx.em.create(ApprovalDecision, {
    id: newId('dec'),
    approvalId: approval.id,
    ...by,
    decision: input.decision,
    comment: plainWords(input.comment ?? '') || null,
    contentHash: input.contentHash,
    signatureId,
    createdAt: now,
  });
  const approvals = await countStanding(ctx, approval);
  if (input.decision !== 'approved' || approvals >= approvalsRequired) close(ctx, approval, draft, input.decision);
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: approval.accountId,
    action: 'approval.decided',
    subjectId: approval.id,
    details: {
      decision: input.decision,
      contentHash: input.contentHash,
      draftId,
      state: approval.state,
      approvals,
      ...(signatureId && { signatureId }),
    },
  });
  tellApproval(ctx, 'decided', approval, { decision: input.decision, decision_id: decision.id, approvals, signed: signatureId !== null });
  return { approval, decision, draft };
}

/** Who decides, and how many have to by the terms of now. */
async function requireDecider(
  ctx: Context,
  subject: { approval: Approval; draft: LockedDraft; decisions: ApprovalDecision[] },
): Promise<{ by: DecidedBy; approvalsRequired: number; workspace: Workspace }> {
  // The policy has the better sentence for an agent; a person's account state and role are checked first.
  const { actor } = ctx;
  const need = actor.kind === 'user' ? 'decide' : 'read';
  const workspace = await requireWorkspace(ctx, subject.approval.workspaceId, need);
  const writers = (await writersOf(ctx, [subject.draft.id])).get(subject.draft.id) ?? [];
  const verdict = canDecide(actor, { ...subject, workspace, writers, now: ctx.clock.now() });
  if (!verdict.allowed) throw new DomainError(verdict.code, { message: verdict.reason, details: { state: subject.approval.state } });
  return {
    by: whoDecides(actor, { ...subject, workspace, writers }),
    approvalsRequired: termsOf(subject.approval, workspace).approvalsRequired,
    workspace,
  };
}

type DecidedBy = Pick<ApprovalDecision, 'userId' | 'clientLinkId' | 'clientEmail' | 'counts'>;

function whoDecides(actor: Actor, subject: Parameters<typeof clientVote>[0]): DecidedBy {
  if (actor.kind === 'user') return { userId: actor.userId, clientLinkId: null, clientEmail: null, counts: true };
  if (actor.kind !== 'client') throw new Error('canDecide() lets only people decide.');
  const { counts } = clientVote(subject, actor.sharedByUserId);
  return { userId: null, clientLinkId: actor.linkId, clientEmail: actor.email, counts };
}

/** The votes that stand, while nobody's role can change before this decision is written. */
async function countStanding(ctx: Context, { id, accountId }: Approval): Promise<number> {
  await ctx.em.flush();
  await ctx.em.execute(
    `select from memberships where account_id = ? and user_id in (
       select coalesce(d.user_id, l.created_by_user_id) from approval_decisions d left join client_links l on l.id = d.client_link_id
        where d.approval_id = ?) order by user_id for share`,
    [accountId, id],
  );
  return (await approvalsGivenTo(ctx, [id])).get(id) ?? 0;
}

function checkComment(comment: string | null | undefined): void {
  if (!comment) return;
  const message = comment.length > MAX_COMMENT_LENGTH ? 'must not be longer than 2,000 characters.' : textFault(comment);
  if (!message) return;
  throw new DomainError('validation_failed', { message: `The comment ${message}`, fields: [{ pointer: '/comment', message }] });
}

function close(ctx: Context, approval: Approval, draft: LockedDraft, decision: Decision): void {
  approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, decision);
  approval.closedAt = ctx.clock.now();
  moveDraft(ctx, draft, decision);
}
