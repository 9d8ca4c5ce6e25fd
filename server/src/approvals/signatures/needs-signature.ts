import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../approval.entity.ts';

type Policy = Pick<Workspace, 'requiresSignature' | 'signedPlatforms'>;

/** Whether the workspace requires a signature for these platforms. */
export function wantsSignature({ requiresSignature, signedPlatforms }: Policy, platforms: readonly string[]): boolean {
  return requiresSignature || platforms.some((platform) => signedPlatforms.includes(platform));
}

/**
 * Whether approvers must sign: by the policy at the time of the request, or by the current one where that is stricter
 * and the approval is open.
 */
export function needsSignature(approval: Pick<Approval, 'state' | 'requiresSignature' | 'platforms'>, workspace: Policy): boolean {
  return approval.requiresSignature || (approval.state === 'pending' && wantsSignature(workspace, approval.platforms));
}

/** As SQL for an open approval `a` in its workspace `w`. */
export const NEEDS_SIGNATURE = '(a.requires_signature or w.requires_signature or a.platforms && w.signed_platforms)';
