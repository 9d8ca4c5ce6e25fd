import type { Workspace } from '../../access/workspace.entity.ts';
import { DomainError } from '../../errors.ts';
import type { Approval } from '../approval.entity.ts';
import type { ApprovalDecision, Decision } from '../approval-decision.entity.ts';
import type { AcceptedSignature } from './accept-signature.ts';
import { needsSignature } from './needs-signature.ts';
import { statedOn } from './statement.ts';

interface Subject {
  approval: Approval;
  workspace: Workspace;
  by: Pick<ApprovalDecision, 'userId'>;
}

/**
 * The id of the signature that stands for an approval; null where none was given and none is needed. A client has no
 * passkey here: where one is needed, theirs is an opinion. Throws `signature_required`, `signature_refused`.
 */
export function requireSignature(
  { decision, signature }: { decision: Decision; signature?: AcceptedSignature | null | undefined },
  { approval, workspace, by }: Subject,
): string | null {
  if (decision !== 'approved' || !by.userId) return null;
  const isNeeded = needsSignature(approval, workspace);
  if (!signature) {
    if (isNeeded) throw new DomainError('signature_required');
    return null;
  }
  const isAboutThis = signature.userId === by.userId && statedOn(signature.statement, approval.id, approval.contentHash) !== undefined;
  if (!isAboutThis) throw new DomainError('signature_refused', { message: 'The signature is about something else.' });
  // Kept with it, so that the gates look for it whatever becomes of the policy.
  approval.requiresSignature = isNeeded;
  return signature.id;
}
