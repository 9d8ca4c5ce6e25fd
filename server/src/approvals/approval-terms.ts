import type { Workspace } from '../access/workspace.entity.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import type { Approval } from './approval.entity.ts';
import { stagesFor, stagesOf } from './stages/stages.ts';

/** What an approval requires. */
export interface ApprovalTerms extends Pick<Workspace, 'approvalsRequired' | 'deciders' | 'refusesSelfApproval'> {
  /**
   * In this order; empty: in one step. If more people are required than the stages have, others who may decide follow
   * them.
   */
  stages: ApprovalStage[];
}

type Asked = Pick<
  Approval,
  'state' | 'stages' | 'approvalsRequired' | 'deciders' | 'refusesSelfApproval' | 'requiresSignature' | 'platforms' | 'agentIds'
>;
type Policy = Pick<
  Workspace,
  'stages' | 'approvalsRequired' | 'deciders' | 'refusesSelfApproval' | 'countsClients' | 'requiresSignature' | 'signedPlatforms'
>;

/**
 * The terms of an approval: those at the time of the request, or the workspace's current ones where they are stricter
 * and the approval is still open. Loosening a policy never eases an open request, tightening it applies at once, and
 * decided approvals keep their terms.
 */
export function termsOf(approval: Asked, workspace: Policy): ApprovalTerms {
  const { approvalsRequired, deciders, refusesSelfApproval } = approval;
  const stages = stagesOf(approval, workspace);
  if (approval.state !== 'pending') return { approvalsRequired, deciders, refusesSelfApproval, stages };
  return {
    approvalsRequired: Math.max(
      requiredBy(stages),
      // Stages never require fewer people than an approval without them, then or now.
      approval.stages.length > 0 ? 0 : approvalsRequired,
      stagesFor(workspace.stages, approval).length > 0 ? 0 : workspace.approvalsRequired,
    ),
    deciders: workspace.deciders === 'owners' ? 'owners' : deciders,
    refusesSelfApproval: refusesSelfApproval || workspace.refusesSelfApproval,
    stages,
  };
}

/** What it would require if requested today. */
export function termsToday(workspace: Workspace, asked: Pick<Approval, 'platforms' | 'agentIds'>): ApprovalTerms {
  const { deciders, refusesSelfApproval } = workspace;
  const unasked = { state: 'pending' as const, stages: [], approvalsRequired: 0, requiresSignature: false };
  return termsOf({ ...unasked, deciders, refusesSelfApproval, ...asked }, workspace);
}

/** How many people must approve in all stages: each of them once. */
export const requiredBy = (stages: readonly ApprovalStage[]): number => stages.reduce((sum, { required }) => sum + required, 0);
