import type { Workspace } from '../../../access/workspace.entity.ts';
import { latestApproval } from '../../../approvals/approval-queries.ts';
import type { Context } from '../../../context.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { type ApprovalWish, type ResolvedApproval, resolveApprovalRequired } from '../../../drafts/resolve-approval-required.ts';
import { say } from '../../../languages/sentence.ts';

/**
 * Whether the draft goes out by itself. Where a person was asked about it once, a person is asked
 * again, whatever the request says (`wasAsked`, else looked up): else an agent could answer "no" or "not so" by going around it.
 */
export async function resolveMode(
  ctx: Context,
  workspace: Workspace,
  draft: Draft,
  wish: ApprovalWish & { wasAsked?: boolean },
): Promise<ResolvedApproval> {
  const asked = resolveApprovalRequired(ctx.actor, workspace, wish);
  if (asked.approvalRequired || !(wish.wasAsked ?? (await latestApproval(ctx, draft.id)))) return asked;
  return {
    approvalRequired: true,
    publishMode: asked.publishMode === 'auto' ? 'approval_queue' : asked.publishMode,
    notices: [{ code: 'approval_still_required', message: say`This still needs approval: approval of this draft was requested before.` }],
  };
}
