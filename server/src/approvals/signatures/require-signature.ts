import type { Workspace } from '../../access/workspace.entity.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { Approval } from '../approval.entity.ts';
import type { ApprovalDecision, Decision } from '../approval-decision.entity.ts';
import type { AcceptedSignature } from './accept-signature.ts';
import { needsSignature } from './needs-signature.ts';
import { statedOn } from './statement.ts';

interface Subject {
  approval: Approval;
  workspace: Workspace;
  by: Pick<ApprovalDecision, 'userId'>;
  /** When it is decided. */
  now: Date;
}

/**
 * The id of the signature for an approval; null if none was given and none is required: a signature for others in the
 * same request is no reason to refuse this one. Clients have no passkeys here: where a signature is required, theirs
 * is an opinion. Throws `signature_required`, `signature_refused`.
 */
export function requireSignature(
  { decision, signature }: { decision: Decision; signature?: AcceptedSignature | null | undefined },
  { approval, workspace, by, now }: Subject,
): string | null {
  if (decision !== 'approved' || !by.userId) return null;
  const isNeeded = needsSignature(approval, workspace);
  if (!signature) {
    if (isNeeded) throw new DomainError('signature_required');
    return null;
  }
  const { userId, statement } = signature;
  if (userId !== by.userId || !statedOn(statement, approval.id, approval.contentHash)) {
    if (isNeeded) throw new DomainError('signature_refused', { message: say`The signature is about something else.` });
    return null;
  }
  // As in the gates: a late decision would be approved and never published.
  if (now >= new Date(statement.expires_at)) throw new DomainError('signature_refused', { message: say`The signature has run out.` });
  // Stored, so the gates require it whatever happens to the policy.
  approval.requiresSignature = isNeeded;
  return signature.id;
}
