import type { Workspace } from '../access/workspace.entity.ts';
import type { Approval } from './approval.entity.ts';

/** What it takes to approve something. */
export type ApprovalTerms = Pick<Workspace, 'approvalsRequired' | 'deciders' | 'refusesSelfApproval'>;

/**
 * The terms of an approval: those it was asked under, or the workspace's of today where these are
 * stricter and nobody has come to an end with it. So a policy that is loosened never eases what was
 * asked for already, and one that is tightened counts at once; what was decided stays decided.
 */
export function termsOf(approval: ApprovalTerms & Pick<Approval, 'state'>, workspace: ApprovalTerms): ApprovalTerms {
  const { approvalsRequired, deciders, refusesSelfApproval } = approval;
  if (approval.state !== 'pending') return { approvalsRequired, deciders, refusesSelfApproval };
  return {
    approvalsRequired: Math.max(approvalsRequired, workspace.approvalsRequired),
    deciders: workspace.deciders === 'owners' ? 'owners' : deciders,
    refusesSelfApproval: refusesSelfApproval || workspace.refusesSelfApproval,
  };
}
