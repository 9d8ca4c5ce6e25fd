import type { Workspace } from '../../access/workspace.entity.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import type { Context } from '../../context.ts';
import { allowedDraftActions } from '../../drafts/allowed-draft-actions.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { DomainError } from '../../errors.ts';
import { dueAt } from '../gates/due-at.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { LIVE_STATES } from '../publish-job-states.ts';
import { moveAsksAgain } from './move.policy.ts';

/** What another time would come to. */
export interface MovePreview {
  /** Why it would be refused; null where it would not. */
  refusal: string | null;
  asksAgain: boolean;
  /** From when on time would be no obstacle, quiet hours included. */
  goesOutAt: Date;
}

/** What would happen if the caller gave the draft another time. Changes nothing; the move checks everything again. */
export async function previewMove(
  ctx: Context,
  { draft, workspace, latestJob, at }: { draft: Draft; workspace: Workspace; latestJob: PublishJob | null; at: Date | null },
): Promise<MovePreview> {
  const job = latestJob && LIVE_STATES.some((state) => state === latestJob.state) ? latestJob : null;
  const approval = job?.approvalId ? ((await findApprovals(ctx, [job.approvalId])).get(job.approvalId) ?? null) : null;
  const { timeZone, quietHours } = workspace;
  return {
    refusal: await refusalOf(ctx, draft, workspace, at),
    asksAgain: moveAsksAgain(ctx.actor, { workspace, job, approval, at }),
    goesOutAt: dueAt({ now: ctx.clock.now(), scheduledAt: at, timeZone, quietHours }),
  };
}

async function refusalOf(ctx: Context, draft: Draft, workspace: Workspace, at: Date | null): Promise<string | null> {
  if (!allowedDraftActions(draft, ctx.actor, workspace).includes('edit'))
    return `It is ${draft.state.replace('_', ' ')}; its time cannot be changed.`;
  try {
    await checkDraftFields(ctx, workspace.id, { scheduledAt: at });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    return `The time ${thrown.fields[0]?.message ?? 'cannot be taken.'}`;
  }
}
