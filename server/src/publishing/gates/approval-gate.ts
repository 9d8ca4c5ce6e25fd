import { block, pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** What was approved must be exactly what would go out, and the approval must still stand. */
export function approvalGate({ mode, approval, contentHash, sendingHash }: GateSnapshot): Verdict {
  const isCurrent = contentHash !== null && contentHash === sendingHash;
  if (mode === 'auto') {
    return isCurrent || sendingHash === null
      ? pass('approval_not_required', 'This goes out without a person, as grant and workspace allow.')
      : block('content_changed', 'The content has changed since it was queued.', 'Queue the draft again.');
  }
  if (!approval) return wait('approval_not_requested', 'Nobody has been asked for approval yet.', 'Submit the draft for approval.');
  switch (approval.state) {
    case 'rejected':
      return block('rejected', 'The content was rejected.', 'Change the draft and submit it again.');
    case 'changes_requested':
      return block('changes_requested', 'Changes were asked for.', 'Change the draft as the comment says; it is submitted again.');
    case 'superseded':
      return block('approval_superseded', 'The content has changed since approval was asked for.', 'Submit the draft again.');
    case 'expired':
      return block('approval_expired', 'The approval has expired.', 'Submit the draft again.');
  }
  if (!isCurrent || approval.contentHash !== contentHash) {
    return block('content_changed', 'The content is not what approval was asked for.', 'Submit the draft again.');
  }
  if (approval.isExpired) return block('approval_expired', 'The approval has expired.', 'Submit the draft again.');
  if (approval.state === 'approved') return pass('approved', 'Exactly this content was approved.');
  const missing = approval.approvalsRequired - approval.approvalsGiven;
  return wait(
    'approval_pending',
    missing > 1 ? `${missing} more people have to approve this content.` : 'A person has to approve this content.',
    'An owner or approver of the account decides in the console.',
  );
}
