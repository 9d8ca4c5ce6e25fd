import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../access/actor.ts';
import { requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { plainWords, textFault } from '../drafts/draft-text.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { nextState } from '../state-table.ts';
import { APPROVAL_TRANSITIONS, Approval } from './approval.entity.ts';
import { canDecide } from './approval.policy.ts';
import { ApprovalDecision, type Decision } from './approval-decision.entity.ts';
import { loadApproval } from './approval-queries.ts';
import { clientVote } from './clients/client-vote.ts';
import { approvalsGivenTo, bindingDecisionsOf } from './decision-queries.ts';
import { recordApprovalEvent } from './end-approvals.ts';
import { type ApprovalTerms, termsOf } from './request-approval.ts';
import type { AcceptedSignature } from './signatures/accept-signature.ts';
import { requireSignature } from './signatures/request-signature.ts';
import { stageVotesOf } from './stage-votes.ts';
import { currentStage, isClientsStage, NO_VOTES, type StageVotes, stagesAfter } from './stages.ts';
import { writersOf } from './writer-queries.ts';

export interface DecideApprovalInput {
  approvalId: string;
  /** What the person saw; `content_changed` if it is not the current content. */
  contentHash: string;
  decision: Decision;
  comment?: string | null;
  /** From acceptSignature(); required if the approval needs a signature. */
  signature?: AcceptedSignature | null | undefined;
  /** For a client: the name they give for the record. */
  clientName?: string | null | undefined;
}

export interface DecidedApproval {
  approval: Approval;
  decision: ApprovalDecision;
  draft: LockedDraft;
}

const { maxLength: MAX_COMMENT_LENGTH } = FIELD_RULES.decision.comment;

/**
 * Records a decision on one content hash. It is approved once enough different people who may decide have
 * approved; one rejection or change request closes it. Moves the draft to `approved`, `rejected` or
 * `changes_requested`. Refuses: not_found, insufficient_role (agents too), content_changed, already_decided,
 * invalid_state (expired), self_approval_refused, signature_required, signature_refused. A client decides by
 * a link in the same way, counted by clientVote(). Needs a transaction.
 */
export async function decideApproval(ctx: Context, input: DecideApprovalInput): Promise<DecidedApproval> {
  assertTransaction(ctx);
  const { draftId } = await loadApproval(ctx, input.approvalId);
  // Locks the draft before the approval, as everywhere: a concurrent decision reads what the first one wrote.
  const draft = await lockDraft(ctx, draftId);
  const approval = await ctx.em.findOneOrFail(Approval, input.approvalId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const decisions = await bindingDecisionsOf(ctx, [approval.id]);
  const { by, terms, stage, workspace } = await requireDecider(ctx, { approval, draft, decisions, decision: input.decision });
  if (input.contentHash !== approval.contentHash) throw new DomainError('content_changed');
  const now = ctx.clock.now();
  const signatureId = requireSignature(input, { approval, workspace, by, now });
  checkComment(input.comment);

  const decision = ctx.em.create(ApprovalDecision, {
    id: newId('dec'),
    accountId: approval.accountId,
    workspaceId: approval.workspaceId,
    approvalId: approval.id,
    ...by,
    clientName: (by.clientLinkId && input.clientName) || null,
    decision: input.decision,
    comment: plainWords(input.comment ?? '') || null,
    contentHash: input.contentHash,
    stage: stage?.key ?? null,
    signatureId,
    createdAt: now,
  });
  const approvals = await countStanding(ctx, approval);
  const votes = await votesIn(ctx, approval, terms);
  const next = currentStage(terms.stages, votes);
  const isEnough = next === null && approvals >= terms.approvalsRequired;
  const areOthersAsked = next?.key !== stage?.key || next?.who !== stage?.who;
  const gone = { ...terms, stages: [...stagesAfter(terms.stages, votes)] };
  if (input.decision !== 'approved' || isEnough) close(ctx, approval, draft, input.decision, gone);
  else if (areOthersAsked) approval.askedSince = now;
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
      ...(stage && { stage: stage.name }),
      ...(signatureId && { signatureId }),
      ...(decision.clientName && { clientName: decision.clientName }),
    },
  });
  const data = { decision: input.decision, decision_id: decision.id, approvals, signed: signatureId !== null };
  recordApprovalEvent(ctx, 'decided', approval, data);
  if (approval.state === 'pending' && areOthersAsked) recordApprovalEvent(ctx, 'moved_on', approval, { stage: next?.name ?? null });
  return { approval, decision, draft };
}

interface Deciding {
  by: DecidedBy;
  /** The current terms. */
  terms: ApprovalTerms;
  /** The stage of the decision; null without stages, and for a client's request for changes during another's stage. */
  stage: ApprovalStage | null;
  workspace: Workspace;
}

/** The decider, their stage, and the current terms. */
async function requireDecider(
  ctx: Context,
  subject: { approval: Approval; draft: LockedDraft; decisions: ApprovalDecision[]; decision: Decision },
): Promise<Deciding> {
  // The policy has the better sentence for an agent; a person's account state and role are checked first.
  const { actor } = ctx;
  const need = actor.kind === 'user' ? 'decide' : 'read';
  const workspace = await requireWorkspace(ctx, subject.approval.workspaceId, need);
  const writers = (await writersOf(ctx, [subject.draft.id])).get(subject.draft.id) ?? [];
  const terms = termsOf(subject.approval, workspace);
  const stageVotes = await votesIn(ctx, subject.approval, terms);
  const verdict = canDecide(actor, { ...subject, workspace, writers, stageVotes, now: ctx.clock.now() });
  if (!verdict.allowed) throw new DomainError(verdict.code, { message: verdict.reason, details: { state: subject.approval.state } });
  const stage = currentStage(terms.stages, stageVotes);
  const isOthers = actor.kind === 'client' && stage !== null && !isClientsStage(stage);
  return { by: whoDecides(actor, { ...subject, workspace, writers }), terms, stage: isOthers ? null : stage, workspace };
}

type DecidedBy = Pick<ApprovalDecision, 'userId' | 'clientLinkId' | 'clientEmail' | 'counts'>;

function whoDecides(actor: Actor, subject: Parameters<typeof clientVote>[0]): DecidedBy {
  if (actor.kind === 'user') return { userId: actor.userId, clientLinkId: null, clientEmail: null, counts: true };
  if (actor.kind !== 'client') throw new Error('canDecide() lets only people decide.');
  const { counts } = clientVote(subject, actor.sharedByUserId);
  return { userId: null, clientLinkId: actor.linkId, clientEmail: actor.email, counts };
}

/** Counts the valid votes and locks the roles that they depend on until this decision is written. */
async function countStanding(ctx: Context, { id, accountId }: Approval): Promise<number> {
  await ctx.em.flush();
  await query(
    ctx.em,
    tables
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', accountId)
      .where('user_id', 'in', ({ selectFrom }) =>
        selectFrom('approval_decisions as d')
          .leftJoin('client_links as l', 'l.id', 'd.client_link_id')
          .select(({ fn, ref }) => fn.coalesce(ref('d.user_id'), ref('l.created_by_user_id')).$castTo<string>().as('user_id'))
          .where('d.approval_id', '=', id),
      )
      .orderBy('user_id')
      .forShare(),
  );
  return (await approvalsGivenTo(ctx, [id])).get(id) ?? 0;
}

/** Valid votes by stage; without stages, no query is made. */
async function votesIn(ctx: Context, { id }: Approval, { stages }: ApprovalTerms): Promise<StageVotes> {
  return stages.length === 0 ? NO_VOTES : ((await stageVotesOf(ctx, [id])).get(id) ?? NO_VOTES);
}

function checkComment(comment: string | null | undefined): void {
  if (!comment) return;
  const message =
    comment.length > MAX_COMMENT_LENGTH ? say`must not be longer than ${grouped(MAX_COMMENT_LENGTH)} characters.` : textFault(comment);
  if (!message) return;
  throw new DomainError('validation_failed', { message: say`The comment ${message}`, fields: [{ pointer: '/comment', message }] });
}

function close(ctx: Context, approval: Approval, draft: LockedDraft, decision: Decision, terms: ApprovalTerms): void {
  // Stored as applied, for the evidence and for counting signatures.
  const { stages, approvalsRequired } = terms;
  Object.assign(approval, { stages, approvalsRequired });
  approval.state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, decision);
  approval.closedAt = ctx.clock.now();
  moveDraft(ctx, draft, decision);
}
