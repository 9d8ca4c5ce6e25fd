import type { Workspace } from '../../../access/workspace.entity.ts';
import { latestApproval } from '../../../approvals/approval-queries.ts';
import type { Context } from '../../../context.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { type ApprovalWish, type ResolvedApproval, resolveApprovalRequired } from '../../../drafts/resolve-approval-required.ts';
import { say } from '../../../languages/sentence.ts';

/**
 * Whether the draft is published automatically. Once an approval was requested for it, an approval is required again,
 * whatever the request says (`wasAsked`, looked up by default): otherwise an agent could bypass a "no" or "change
 * this".
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
