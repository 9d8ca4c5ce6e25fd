import { joined, say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass, wait } from './gate.ts';
import type { ApprovalSnapshot, GateSnapshot, JobEnd } from './gate-snapshot.ts';

/** The approved content must be exactly what would be published, and the approval must still be valid. */
export function approvalGate(snapshot: GateSnapshot): GateVerdict {
  return (snapshot.end && endVerdict(snapshot.end)) ?? standingVerdict(snapshot);
}

/** What to do about a job that has ended; null where the gate says so itself. */
function endVerdict({ ending, supersededBy }: JobEnd): GateVerdict | null {
  if (supersededBy) {
    const remedy = say`Follow ${supersededBy} instead; nothing is to be submitted again.`;
    return block('job_superseded', 'Another publish job replaced this one.', remedy, supersededBy);
  }
  switch (ending) {
    case 'withdrawn':
      return block('withdrawn', 'It was cancelled.', 'No action is needed. Submit the draft again only if a person asks for it.');
    case 'archived':
      return block('archived', 'The draft was archived.', 'No action is needed. Create a new draft only if a person asks for it.');
    case 'rejected':
      return block('rejected', 'The content was rejected.', 'Change the draft and submit it again.');
    case 'expired':
      return block('approval_expired', 'Not decided or not published in time.', 'Submit the draft again.');
    case null:
      return null;
  }
}

function standingVerdict({ mode, approval, contentHash, sendingHash, isRefusedElsewhere }: GateSnapshot): GateVerdict {
  const isCurrent = contentHash !== null && contentHash === sendingHash;
  if (mode === 'auto') {
    if (isRefusedElsewhere) return block('refused_before', 'A person has rejected this text before.', 'Submit the draft for approval.');
    return isCurrent || sendingHash === null
      ? pass('approval_not_required', 'The grant and the workspace allow publishing without approval.')
      : block('content_changed', 'The content has changed since it was queued.', 'Queue the draft again.');
  }
  if (!approval) return wait('approval_not_requested', 'Approval has not been requested yet.', 'Submit the draft for approval.');
  switch (approval.state) {
    case 'rejected':
      return block('rejected', 'The content was rejected.', 'Change the draft and submit it again.');
    case 'changes_requested':
      return block('changes_requested', 'Changes were requested.', 'Change the draft as the comment says; it is submitted again.');
    case 'superseded':
      return block('approval_superseded', 'The content has changed since approval was requested.', 'Submit the draft again.');
    case 'expired':
      return block('approval_expired', 'The approval has expired.', 'Submit the draft again.');
  }
  if (!isCurrent || approval.contentHash !== contentHash) {
    return block('content_changed', 'The content is not what approval was requested for.', 'Submit the draft again.');
  }
  if (approval.isExpired) return block('approval_expired', 'The approval has expired.', 'Submit the draft again.');
  if (approval.state === 'approved') return approvedVerdict(approval);
  return pendingVerdict(approval);
}

function pendingVerdict({ approvalsRequired, approvalsGiven, needsSignature, stage }: ApprovalSnapshot): GateVerdict {
  if (stage?.isClients) {
    const remedy = 'A client decides by the link they were sent; an owner shares it with them in the console.';
    return wait('approval_pending', say`This content needs the approval of a client: ${stage.name}.`, remedy);
  }
  const missing = approvalsRequired - approvalsGiven;
  const who = stage ? say`The people of ${stage.name} must approve this content.` : null;
  return wait(
    'approval_pending',
    who ?? (missing > 1 ? say`${missing} more people must approve this content.` : 'This content needs approval.'),
    needsSignature
      ? 'An owner or approver of the account decides in the console, and signs with a passkey.'
      : 'An owner or approver of the account decides in the console.',
  );
}

/** A hold blocks it; and where signatures are required, they count rather than the state alone. */
function approvedVerdict({ needsSignature, signaturesGiven, approvalsRequired, hold, standing }: ApprovalSnapshot): GateVerdict {
  if (hold) {
    const remedy = 'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.';
    return wait('held', say`${hold.by} put it on hold: “${hold.reason}”`, remedy);
  }
  if (standing) return standingApprovalVerdict(standing);
  if (!needsSignature) return pass('approved', 'Exactly this content was approved.');
  if (signaturesGiven >= approvalsRequired) return pass('approved', 'Exactly this content was approved, and signed with a passkey.');
  return block(
    'signature_missing',
    'It is marked as approved, but a required signature is missing or invalid.',
    'Submit the draft again; an owner or approver of the account then signs it in the console.',
  );
}

/** The standing approval is evaluated in its current state: if it has changed since, people must decide. */
function standingApprovalVerdict({ name, endsAt, reasons }: NonNullable<ApprovalSnapshot['standing']>): GateVerdict {
  if (reasons.length === 0) return pass('standing_approval', say`Approved by ${name}, which ends on ${endsAt.toISOString().slice(0, 10)}.`);
  const why = joined(
    reasons.map(({ message }) => message),
    '; ',
  );
  return wait(
    'standing_over',
    say`${name} does not cover it: ${why}.`,
    'It needs an approval instead; an owner or approver of the account decides.',
  );
}
