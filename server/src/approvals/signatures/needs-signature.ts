import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../approval.entity.ts';

type Policy = Pick<Workspace, 'requiresSignature' | 'signedPlatforms'>;

/** Whether the workspace wants a signature for what goes to these platforms. */
export function wantsSignature({ requiresSignature, signedPlatforms }: Policy, platforms: readonly string[]): boolean {
  return requiresSignature || platforms.some((platform) => signedPlatforms.includes(platform));
}

/** Whether who approves this has to sign it: as the policy stood, or stands now where that is stricter and it is open. */
export function needsSignature(approval: Pick<Approval, 'state' | 'requiresSignature' | 'platforms'>, workspace: Policy): boolean {
  return approval.requiresSignature || (approval.state === 'pending' && wantsSignature(workspace, approval.platforms));
}

/** The same of an open approval as SQL, beside an approval `a` and its workspace `w`. */
export const NEEDS_SIGNATURE = '(a.requires_signature or w.requires_signature or a.platforms && w.signed_platforms)';
