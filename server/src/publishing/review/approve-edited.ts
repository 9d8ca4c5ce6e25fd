import { requireWorkspace } from '../../access/authorise.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { canApproveEdited } from '../../approvals/approval.policy.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import type { AcceptedSignature } from '../../approvals/signatures/accept-signature.ts';
import { statedOn } from '../../approvals/signatures/statement.ts';
import { writersOf } from '../../approvals/writer-queries.ts';
import { writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { changeDraftSource } from '../../drafts/change-draft-source.ts';
import { type LockedDraft, lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { type ContentEdits, draftWithEdits } from './content/preview-edits.ts';
import { reviseContent } from './content/revise-content.ts';
import { recordDecision } from './record-decision.ts';

export interface ApproveEditedInput {
  approvalId: string;
  /** What the person saw before the edits. */
  contentHash: string;
  edits: ContentEdits;
  /** What the person signs: the hash that previewEdits() returned for these edits. */
  editedHash: string;
  comment?: string | null | undefined;
  signature?: AcceptedSignature | null | undefined;
}

/**
 * A person edits a pending post and approves the result in one step: a new revision in their name, a new
 * snapshot, a new approval request in the original author's name, and its signature. All or nothing. Refuses
 * what decideApproval() refuses; `content_changed` if the content is not what was seen, or if the edited
 * result is not what was signed. Needs a transaction.
 */
export async function approveEdited(ctx: Context, input: ApproveEditedInput): Promise<Approval> {
  assertTransaction(ctx);
  const { approvalId, edits, editedHash, comment = null, signature = null } = input;
  const draft = await lockWhatWaits(ctx, input);
  const { isChanged, submitted } = await reviseContent(ctx, draft, {
    write: (locked) => write(ctx, locked, edits),
    approvalId: signature ? statedOn(signature.statement, approvalId, editedHash)?.approval_id : undefined,
  });
  if (!isChanged) return recordDecision(ctx, { approvalId, contentHash: editedHash, decision: 'approved', comment, signature });
  const approval = submitted?.approval;
  if (approval?.contentHash !== editedHash) {
    throw new DomainError('content_changed', {
      message: say`The edited content differs from what was shown; review it again.`,
    });
  }
  return recordDecision(ctx, { approvalId: approval.id, contentHash: editedHash, decision: 'approved', comment, signature });
}

/**
 * Locks the draft, provided that exactly the seen content is pending and this person may decide on the edited
 * version.
 */
async function lockWhatWaits(ctx: Context, { approvalId, contentHash, edits }: ApproveEditedInput): Promise<LockedDraft> {
  const { draftId, workspaceId } = await loadApproval(ctx, approvalId, 'decide');
  const draft = await lockDraft(ctx, draftId);
  const approval = await ctx.em.refreshOrFail(await loadApproval(ctx, approvalId));
  const workspace = await requireWorkspace(ctx, workspaceId, 'decide');
  const decisions = await ctx.em.find(ApprovalDecision, { approvalId });
  const writers = (await writersOf(ctx, [draftId])).get(draftId) ?? [];
  const verdict = canApproveEdited(ctx.actor, { workspace, approval, draft, writers, decisions, now: ctx.clock.now() });
  // Without edits no new request is made, and recordDecision() checks the decision.
  if (!verdict.allowed && Object.keys(edits).length > 0) {
    throw new DomainError(verdict.code, { message: verdict.reason, details: { state: approval.state } });
  }
  if (contentHash !== approval.contentHash) throw new DomainError('content_changed');
  return draft;
}

/** False if the edits change nothing: then the pending content is approved. */
async function write(ctx: Context, draft: LockedDraft, edits: ContentEdits): Promise<boolean> {
  const { words } = await draftWithEdits(ctx, draft, edits);
  const { captions: _captions, ...source } = edits;
  const { isChanged: isSourceChanged } = await changeDraftSource(ctx, draft, source);
  const written = words.length > 0 ? await writeCaptions(ctx, draft, words, 'person', { replace: true }) : null;
  return isSourceChanged || (written?.isChanged ?? false);
}
