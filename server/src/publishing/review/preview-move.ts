import type { Actor } from '../../access/actor.ts';
import { roleIn, WORKSPACE_ARCHIVED } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { isAskedFor } from '../../approvals/approval.policy.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import { type ApprovalTerms, agentsOf, termsOf, termsToday } from '../../approvals/request-approval.ts';
import { writersOf } from '../../approvals/writer-queries.ts';
import { connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { allowedDraftActions } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { findTargets } from '../../payloads/payload-queries.ts';
import { endMessage } from '../gates/connection-gate.ts';
import { dueAt } from '../gates/schedule-gate.ts';
import { LIVE_STATES, type PublishJob } from '../publish-job.entity.ts';

/** The effect of rescheduling. */
export interface MovePreview {
  /** Why it would be refused; null if it would not. */
  refusal: LocalizedMessage | null;
  asksAgain: boolean;
  /**
   * The caller may approve it now but not afterwards: a move that needs a new approval makes them one of its
   * authors.
   */
  endsOwnVote: boolean;
  /**
   * A decision exists on the current content, it would no longer be published automatically, or
   * `endsOwnVote`: ask for confirmation first.
   */
  touchesDecision: boolean;
  /** When it would be published, considering quiet hours. */
  goesOutAt: Date;
  /** Why it may not be published then although the move is possible; null if nothing is known. */
  warning: LocalizedMessage | null;
}

/** Previews a new time for the draft. Changes nothing; the move checks everything again. */
export async function previewMove(
  ctx: Context,
  { draft, workspace, latestJob, at }: { draft: Draft; workspace: Workspace; latestJob: PublishJob | null; at: Date | null },
): Promise<MovePreview> {
  const job = latestJob && LIVE_STATES.some((state) => state === latestJob.state) ? latestJob : null;
  const approval = job?.approvalId ? ((await findApprovals(ctx, [job.approvalId])).get(job.approvalId) ?? null) : null;
  const { timeZone, quietHours } = workspace;
  const asksAgain = moveAsksAgain(ctx.actor, { workspace, job, approval, at });
  const goesOutAt = dueAt({ now: ctx.clock.now(), scheduledAt: at, timeZone, quietHours });
  const endsOwnVote = (!job || asksAgain) && (await isFirstOwnWord(ctx, draft, workspace, approval));
  return {
    refusal: await refusalOf(ctx, draft, workspace, at),
    asksAgain,
    endsOwnVote,
    touchesDecision: endsOwnVote || (job?.mode === 'auto' ? asksAgain : await isDecidedOn(ctx, draft, approval)),
    goesOutAt,
    warning: await warningOf(ctx, draft, goesOutAt, timeZone),
  };
}

/** The first of the draft's accounts whose access ends before then. */
async function warningOf(ctx: Context, draft: Draft, due: Date, timeZone: string): Promise<LocalizedMessage | null> {
  const targets = await findTargets(ctx, draft);
  const connections = await connectionsByIds(
    ctx,
    targets.flatMap(({ connectionId }) => connectionId ?? []),
  );
  for (const { platform, connectionId } of targets) {
    const connection = connections.get(connectionId ?? '');
    if (connection?.endsAt && connection.endsAt <= due)
      return endMessage({ platformLabel: platform.label, connection }, connection.endsAt, timeZone);
  }
  return null;
}

/**
 * Whether the caller's first change costs them their own approval: they may decide, and were not an author
 * before.
 */
async function isFirstOwnWord(ctx: Context, draft: Draft, workspace: Workspace, approval: Approval | null): Promise<boolean> {
  const { actor } = ctx;
  const role = roleIn(ctx, draft.accountId);
  if (actor.kind !== 'user' || !role) return false;
  const { userId } = actor;
  const terms = approval ? termsOf(approval, workspace) : await termsUnasked(ctx, draft, workspace);
  if (!terms.refusesSelfApproval || !isAskedFor({ userId, role }, terms)) return false;
  return !(await writersOf(ctx, [draft.id])).get(draft.id)?.includes(userId);
}

/** The terms of its approval, if none was requested yet. */
async function termsUnasked(ctx: Context, draft: Draft, workspace: Workspace): Promise<ApprovalTerms> {
  // The draft's agent matters only for stages.
  const { agentIds } = workspace.stages.length > 0 ? await agentsOf(ctx, draft, { askedBy: null, isNew: false }) : { agentIds: [] };
  return termsToday(workspace, { platforms: draft.platforms, agentIds });
}

/** Whether a decision exists on the current content. */
async function isDecidedOn(ctx: Context, { state }: Draft, approval: Approval | null): Promise<boolean> {
  if (state === 'draft') return false;
  if (state !== 'in_review' || !approval) return true;
  return (await ctx.em.count(ApprovalDecision, { approvalId: approval.id })) > 0;
}

async function refusalOf(ctx: Context, draft: Draft, workspace: Workspace, at: Date | null): Promise<LocalizedMessage | null> {
  if (workspace.archivedAt) return WORKSPACE_ARCHIVED;
  if (!allowedDraftActions(draft, ctx.actor, workspace).includes('edit'))
    return say`It is ${draft.state.replace('_', ' ')}; its time cannot be changed.`;
  try {
    await checkDraftFields(ctx, workspace.id, { scheduledAt: at });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    return say`The time ${thrown.faults[0]?.message ?? say`cannot be taken.`}`;
  }
}

interface MoveCase {
  workspace: Workspace;
  /** The live job; null without a submission. */
  job: PublishJob | null;
  /** The job's approval. */
  approval: Approval | null;
  /** The new time; null for as soon as possible. */
  at: Date | null;
}

/**
 * Whether a new time needs a new approval. It does, unless the workspace lets a person's own move keep the approval,
 * the mover is one of its approvers, and the new time is before the approval expires. A move by an agent always does.
 */
export function moveAsksAgain(actor: Actor, { workspace, job, approval, at }: MoveCase): boolean {
  if (!job) return false;
  if (actor.kind !== 'user' || workspace.movesAskAgain) return true;
  const { userId, roles } = actor;
  const role = roles.get(workspace.accountId);
  // Content without an approval has passed no stage.
  const terms = approval ? termsOf(approval, workspace) : { ...workspace, stages: [] };
  if (!role || !isAskedFor({ userId, role }, terms)) return true;
  return approval !== null && at !== null && at > approval.expiresAt;
}
