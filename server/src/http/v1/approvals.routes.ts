import type { Approval } from '../../approvals/approval.entity.ts';
import { holdOf } from '../../approvals/approval.policy.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import { listApprovals } from '../../approvals/list-approvals.ts';
import { stageStatusesOf } from '../../approvals/stage-votes.ts';
import type { Context } from '../../context.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { jobsOfApprovals } from '../../publishing/jobs/job-queries.ts';
import { defineOperation } from '../engine/operation.ts';
import { ApprovalPage, ApprovalParams, ListApprovalsQuery, WholeApprovalSchema } from './approvals.schemas.ts';
import { approvalUrl, presentApprovals } from './approvals.views.ts';
import * as fixture from './examples/fixture.ts';
import { APPROVAL } from './examples/publish-jobs.ts';
import { linkTo, nextPageHeader, timeOrNull } from './view-parts.ts';

const common = { scope: 'read', tag: 'Approvals' } as const;

export const readApprovalOperation = defineOperation({
  ...common,
  id: 'readApproval',
  summary: 'Read an approval',
  description: 'Returns an approval request for exactly one content hash, with its decisions and their comments. Agents cannot decide.',
  params: ApprovalParams,
  success: [{ status: 200, description: 'The approval.', schema: WholeApprovalSchema, example: APPROVAL }],
  example: { params: { approval_id: fixture.APPROVAL_ID } },
  async run(ctx, { params }) {
    const [view] = await present(ctx, [await loadApproval(ctx, params.approval_id)]);
    if (!view) throw new Error('An approval was not presented.');
    return { status: 200, body: view };
  },
});

export const listApprovalsOperation = defineOperation({
  ...common,
  id: 'listApprovals',
  summary: 'List approvals',
  description: 'Lists the workspace’s approval requests, newest first.',
  query: ListApprovalsQuery,
  success: [
    { status: 200, description: 'A page of approvals.', schema: ApprovalPage, example: { approvals: [APPROVAL], next_cursor: null } },
  ],
  example: { query: { state: 'approved', limit: 25 } },
  async run(ctx, { query, request }) {
    const page = await listApprovals(ctx, query.workspace_id ?? ctx.actor.workspaceId, {
      limit: query.limit ?? 25,
      cursor: query.cursor ?? null,
      state: query.state ?? null,
      sort: 'newest',
    });
    const body = { approvals: await present(ctx, page.items), next_cursor: page.nextCursor };
    return { status: 200, body, headers: nextPageHeader(ctx, request, page.nextCursor) };
  },
});

async function present(ctx: Context, approvals: readonly Approval[]) {
  const decided = await presentApprovals(ctx, approvals);
  const jobs = await jobsOfApprovals(
    ctx,
    approvals.map(({ id }) => id),
  );
  const stages = await stageStatusesOf(ctx, approvals);
  const drafts = await ctx.em.find(Draft, { id: { $in: approvals.map(({ draftId }) => draftId) }, editsPublicationId: { $ne: null } });
  const edits = new Map(drafts.map(({ id, editsPublicationId }) => [id, editsPublicationId]));
  return approvals.flatMap((approval) => {
    const view = decided.get(approval.id);
    const jobId = jobs.get(approval.id)?.id ?? null;
    if (!view) return [];
    return {
      ...view,
      workspace_id: approval.workspaceId,
      draft_id: approval.draftId,
      edits_publication_id: edits.get(approval.draftId) ?? null,
      job_id: jobId,
      revision: approval.revision,
      reason: approval.reason ?? null,
      approvals_required: approval.approvalsRequired,
      stages: stages.get(approval.id) ?? [],
      signature_required: approval.requiresSignature,
      hold: presentHold(approval),
      created_at: approval.createdAt.toISOString(),
      closed_at: timeOrNull(approval.closedAt),
      ...approvalUrl(ctx, approval),
      _links: {
        self: linkTo(ctx, `/approvals/${approval.id}`),
        draft: linkTo(ctx, `/drafts/${approval.draftId}`),
        ...(jobId ? { publish_job: linkTo(ctx, `/publish-jobs/${jobId}`) } : {}),
      },
    };
  });
}

function presentHold(approval: Approval): { since: string; reason: string } | null {
  const hold = holdOf(approval);
  return hold && { since: hold.since.toISOString(), reason: hold.reason };
}
