import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { enqueuePending } from '../jobs/enqueue-pending.ts';
import { moveJob, refuseSent } from '../jobs/job-moves.ts';
import { liveJobOf, publicationsIn } from '../jobs/live-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { moveAsksAgain } from './move.policy.ts';

/**
 * Reschedules a draft and keeps its submission and approval, if the workspace's policy permits it; the content stays
 * identical. Null if the move needs a new approval, or if there is no submission: then it is an ordinary change.
 * Needs a transaction.
 */
export async function moveDraftTime(ctx: Context, draft: Draft, at: Date | null, revision: number): Promise<Draft | null> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, revision);
  const job = await liveJobOf(ctx, locked.id);
  const approval = job?.approvalId ? ((await findApprovals(ctx, [job.approvalId])).get(job.approvalId) ?? null) : null;
  if (!job || moveAsksAgain(ctx.actor, { workspace, job, approval, at })) return null;
  if (locked.scheduledAt?.getTime() === at?.getTime()) return locked;
  await checkDraftFields(ctx, workspace.id, { scheduledAt: at });
  refuseSent(job, await publicationsIn(ctx, job.id));

  const from = locked.scheduledAt ?? null;
  Object.assign(locked, { scheduledAt: at, revision: locked.revision + 1, updatedAt: ctx.clock.now() });
  Object.assign(job, { scheduledAt: at, quietUntil: null });
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.moved',
    subjectId: locked.id,
    details: { from, to: at, approvalId: approval?.id ?? null, revision: locked.revision },
  });
  await retime(ctx, locked, job);
  return locked;
}

/** The entry for the old time finds nothing to do; this adds one for the new time. */
async function retime(ctx: Context, draft: LockedDraft, job: PublishJob): Promise<void> {
  if (job.state === 'queued') moveJob(ctx, job, 'ready');
  await ctx.em.flush();
  const { job: moved } = await advanceJob(ctx, job.id);
  if (moved.state !== 'ready') return;
  if (draft.state === 'approved') moveDraft(ctx, draft, 'scheduled');
  await enqueuePending(ctx, [moved]);
}
