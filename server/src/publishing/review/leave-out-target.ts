import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { canDecide } from '../../approvals/approval.policy.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { needsSignature } from '../../approvals/signatures/request-signature.ts';
import { NO_VOTES } from '../../approvals/stages.ts';
import { writersOf } from '../../approvals/writer-queries.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { changeDraftSource, type DraftChange } from '../../drafts/change-draft-source.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { type LockedDraft, lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { contentHash } from '../../payloads/content-hash.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { currentPayloads, findTargets } from '../../payloads/payload-queries.ts';
import { cancelPublications } from '../jobs/end-job.ts';
import { liveJobOf, publicationsIn } from '../jobs/load-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { reviseContent } from './content/revise-content.ts';
import { recordDecision } from './record-decision.ts';

export interface LeaveOutInput {
  draftId: string;
  /** The target of the gate `connection`: a platform, or a connection that does not work. */
  target: string;
  /** The content that the person saw. */
  contentHash: string;
}

/**
 * A person removes a target without a working account from a waiting post, so it does not hold up the others. If it
 * was approved, it is approved again by them in the same step, provided that they may decide, no passkey is required,
 * and the rest is exactly what was approved; otherwise a new approval is requested with the reason. Refuses:
 * not_found, insufficient_role (agents too), content_changed, invalid_state. Needs a transaction.
 */
export async function leaveOutTarget(ctx: Context, input: LeaveOutInput): Promise<Draft> {
  assertTransaction(ctx);
  requirePerson(ctx);
  const draft = await lockDraft(ctx, (await loadDraft(ctx, input.draftId, 'write')).id);
  const job = await liveJobOf(ctx, draft.id);
  if (!job)
    throw new DomainError('invalid_state', {
      message: say`No post of this draft is waiting to be published; change its networks instead.`,
    });
  if (draft.contentHash !== input.contentHash || job.contentHash !== input.contentHash) throw new DomainError('content_changed');
  const { kept, left, name } = await splitTargets(ctx, await currentPayloads(ctx, draft), input.target);
  if (draft.state === 'publishing') return cancelRemaining(ctx, { draft, job, left });
  const signed = await wasSigned(ctx, job.approvalId ?? null);
  const change = await changeTo(ctx, draft, kept);
  const { submitted } = await reviseContent(ctx, draft, {
    async write(locked) {
      await changeDraftSource(ctx, locked, change);
      // If the draft uses all current accounts, its targets can differ though the draft itself is unchanged.
      return true;
    },
    reason: say`${name} was left out so the rest can be published.`,
  });
  const approval = submitted?.approval ?? null;
  const isSigned = signed && approval !== null && approval.contentHash === contentHash(kept) && (await maySign(ctx, draft, approval));
  await recordAudit(ctx, {
    accountId: draft.accountId,
    action: 'draft.target_left_out',
    subjectId: draft.id,
    details: { target: input.target, from: input.contentHash, to: approval?.contentHash ?? draft.contentHash ?? null, isSigned },
  });
  if (isSigned)
    await recordDecision(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved', comment: null });
  return draft;
}

/** Sending has begun, so the other targets are published as approved: there is nothing left to sign again. */
async function cancelRemaining(
  ctx: Context,
  { draft, job, left }: { draft: LockedDraft; job: PublishJob; left: readonly Payload[] },
): Promise<Draft> {
  const publications = await publicationsIn(ctx, job.id);
  const ids = left.map(({ id }) => id);
  await cancelPublications(
    ctx,
    publications.filter(({ payloadId }) => ids.includes(payloadId)),
  );
  await rollUpJob(ctx, job, draft, publications);
  await recordAudit(ctx, {
    accountId: draft.accountId,
    action: 'draft.target_left_out',
    subjectId: draft.id,
    details: { target: left[0]?.connectionId ?? left[0]?.platform, from: draft.contentHash, to: draft.contentHash, isSigned: false },
  });
  await ctx.em.flush();
  return draft;
}

/** The remaining targets in order, and the display name of the removed one. */
async function splitTargets(
  ctx: Context,
  payloads: readonly Payload[],
  target: string,
): Promise<{ kept: HashedPayload[]; left: Payload[]; name: string }> {
  const connections = await connectionsByIds(
    ctx,
    payloads.flatMap(({ connectionId }) => connectionId ?? []),
  );
  const works = ({ platform, connectionId }: Payload): boolean => {
    const connection = connections.get(connectionId ?? '');
    const isPublishable = ctx.platforms.get(platform)?.publishing !== 'none yet';
    return isPublishable && connection !== undefined && connection.disconnectedAt == null && connection.health === 'healthy';
  };
  const left = payloads.filter((payload) => (payload.platform === target || payload.connectionId === target) && !works(payload));
  const [first] = left;
  if (!first) throw new DomainError('invalid_state', { message: say`Its account works again; there is nothing to leave out.` });
  if (left.length === payloads.length)
    throw new DomainError('invalid_state', { message: say`No target would be left. Connect an account, or archive the draft.` });
  const label = ctx.platforms.get(first.platform)?.label ?? first.platform;
  const handle = connections.get(first.connectionId ?? '')?.handle;
  const kept = payloads
    .filter((payload) => !left.includes(payload))
    .map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body }));
  return { kept, left, name: handle ? `${handle} on ${label}` : label };
}

type HashedPayload = Parameters<typeof contentHash>[0][number];

/** The remaining platforms; and explicit accounts, if the workspace's current ones differ. */
async function changeTo(ctx: Context, draft: LockedDraft, kept: readonly HashedPayload[]): Promise<DraftChange> {
  const platforms = draft.platforms.filter((platform) => kept.some((payload) => payload.platform === platform));
  const keyOf = (platform: string, connectionId: string | null) => `${platform}/${connectionId}`;
  const today = (await findTargets(ctx, { ...draft, platforms })).map(({ platform, connectionId }) => keyOf(platform.id, connectionId));
  const wanted = kept.map(({ platform, connectionId }) => keyOf(platform, connectionId));
  const connectionIds = kept.flatMap(({ connectionId }) => connectionId ?? []);
  if (connectionIds.length === 0 || JSON.stringify(today) === JSON.stringify(wanted)) return { platforms };
  return { platforms, connectionIds };
}

/** Whether it was approved, or this person had approved it. */
async function wasSigned(ctx: Context, approvalId: string | null): Promise<boolean> {
  if (approvalId === null) return false;
  const approval = await ctx.em.findOneOrFail(Approval, approvalId, { refresh: true });
  // A post on hold needs a new approval: removing an account releases nothing.
  if (approval.heldAt) return false;
  if (approval.state === 'approved') return true;
  return (await ctx.em.count(ApprovalDecision, { approvalId, userId: requirePerson(ctx).userId, decision: 'approved' })) > 0;
}

async function maySign(ctx: Context, draft: LockedDraft, approval: Approval): Promise<boolean> {
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'write');
  // Their signature covers the old content, not the rest.
  if (needsSignature(approval, workspace)) return false;
  const writers = (await writersOf(ctx, [draft.id])).get(draft.id) ?? [];
  return canDecide(ctx.actor, { workspace, approval, draft, writers, decisions: [], stageVotes: NO_VOTES, now: ctx.clock.now() }).allowed;
}
