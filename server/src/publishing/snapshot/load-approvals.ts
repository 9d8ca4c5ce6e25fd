import type { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { termsOf } from '../../approvals/approval-terms.ts';
import { approvalsGivenTo } from '../../approvals/decision-queries.ts';
import type { Context } from '../../context.ts';
import type { ApprovalSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject } from './subject.ts';

/** How each subject's approval stands, by subject id; those without one are left out. At the most two queries, however many. */
export async function loadApprovals(
  ctx: Context,
  subjects: readonly Subject[],
  workspaces: ReadonlyMap<string, Workspace>,
): Promise<Map<string, ApprovalSnapshot>> {
  const ids = [...new Set(subjects.flatMap(({ approvalId }) => approvalId ?? []))];
  if (ids.length === 0) return new Map();
  const approvals = new Map(
    (await ctx.em.find(Approval, { id: { $in: ids } }, { refresh: true })).map((approval) => [approval.id, approval]),
  );
  const given = await approvalsGivenTo(
    ctx,
    ids.filter((id) => approvals.get(id)?.state === 'pending'),
  );
  const now = ctx.clock.now();
  return new Map(
    subjects.flatMap((subject): [string, ApprovalSnapshot][] => {
      const approval = approvals.get(subject.approvalId ?? '');
      const workspace = workspaces.get(subject.workspaceId);
      if (!approval || !workspace) return [];
      const { state, contentHash } = approval;
      const { approvalsRequired } = termsOf(approval, workspace);
      const approvalsGiven = given.get(approval.id) ?? 0;
      return [
        [
          subject.id,
          { state, isExpired: !subject.isFinished && approval.expiresAt <= now, contentHash, approvalsRequired, approvalsGiven },
        ],
      ];
    }),
  );
}
