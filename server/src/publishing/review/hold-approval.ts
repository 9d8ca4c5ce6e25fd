import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, roleIn } from '../../access/authorise.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { isAskedFor } from '../../approvals/approval.policy.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import { recordApprovalEvent } from '../../approvals/end-approvals.ts';
import { otherWritersOf } from '../../approvals/writer-queries.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { plainWords, textFault } from '../../drafts/draft-text.ts';
import { type LockedDraft, lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { liveJobOf, publicationsIn } from '../jobs/load-job.ts';
import { parkJob } from '../jobs/roll-up-job.ts';

const MAX_LENGTH = FIELD_RULES.approvals.holdReason.maxLength;

/**
 * Puts an approved, unsent post on hold: none of it is published until a person releases it. The approval stays valid
 * and may expire; no credit moves. What was sent stays sent. No effect where it is on hold already. Refuses:
 * not_found, insufficient_role (agents too), invalid_state (not approved, or too late), validation_failed. Needs a
 * transaction.
 */
export async function holdApproval(ctx: Context, { approvalId, reason }: { approvalId: string; reason: string }): Promise<Approval> {
  const { approval, draft } = await lockApproval(ctx, approvalId);
  const { userId } = requirePerson(ctx);
  const words = readReason(reason);
  if (approval.state !== 'approved') {
    throw new DomainError('invalid_state', { message: say`Only approved posts can be put on hold.`, details: { state: approval.state } });
  }
  if (approval.heldAt) return approval;
  const job = await liveJobOf(ctx, draft.id);
  const publications = job ? await publicationsIn(ctx, job.id) : [];
  if (!job || !publications.some(({ state }) => state === 'pending')) {
    throw new DomainError('invalid_state', { message: say`It is too late to put it on hold: nothing is left to publish.` });
  }
  Object.assign(approval, { heldAt: ctx.clock.now(), heldBy: userId, holdReason: words });
  if (job.state === 'queued' || job.state === 'ready') parkJob(ctx, job, draft);
  await ctx.em.flush();
  await record(ctx, approval, 'held', words);
  return approval;
}

/**
 * Releases a hold, so the post is published if all gates pass. No effect where it is not on hold. Refuses: not_found,
 * insufficient_role (agents, and people who may not decide on it), self_approval_refused (content of their own that
 * another person put on hold), invalid_state (no longer approved). Needs a transaction.
 */
export async function releaseApproval(ctx: Context, approvalId: string): Promise<Approval> {
  const { approval, draft } = await lockApproval(ctx, approvalId);
  const refusal = await whyNotRelease(ctx, approval, async () => (await otherWritersOf(ctx, [approvalId])).get(approvalId) ?? []);
  if (refusal) throw refusal;
  if (!approval.heldAt) return approval;
  if (approval.state !== 'approved') {
    const message = say`It is ${approval.state}, so there is nothing to release; see the latest request.`;
    throw new DomainError('invalid_state', { message, details: { state: approval.state } });
  }
  Object.assign(approval, { heldAt: null, heldBy: null, holdReason: null });
  await ctx.em.flush();
  await record(ctx, approval, 'released');
  const job = await liveJobOf(ctx, draft.id);
  if (job) await advanceJob(ctx, job.id);
  return approval;
}

/**
 * Why the caller may not release the hold; null if they may. People who may not decide on it may not release
 * it, except owners, so it does not depend on a person who has left. Where authors cannot approve their own
 * content, they cannot release it either: otherWritersOf().
 */
export async function whyNotRelease(
  ctx: Context,
  approval: Approval,
  findWriters: () => Promise<readonly string[]>,
): Promise<DomainError | null> {
  const role = roleIn(ctx, approval.accountId);
  if (!role) return new DomainError('insufficient_role');
  const { userId } = requirePerson(ctx);
  if (role !== 'owner' && !isAskedFor({ userId, role }, approval)) return new DomainError('insufficient_role');
  if (!approval.refusesSelfApproval || !approval.heldBy || approval.heldBy === userId) return null;
  // A hold by another person suspends their approval, so an author of the content may not release it.
  const writers = await findWriters();
  const message = say`It contains text of yours and another person put it on hold; another person must release it.`;
  return writers.includes(userId) ? new DomainError('self_approval_refused', { message }) : null;
}

/**
 * Locks the draft before the approval, as everywhere: a concurrent send has either committed already or sees
 * the hold.
 */
async function lockApproval(ctx: Context, approvalId: string): Promise<{ approval: Approval; draft: LockedDraft }> {
  assertTransaction(ctx);
  const { draftId } = await loadApproval(ctx, approvalId, 'decide');
  const draft = await lockDraft(ctx, draftId);
  const approval = await ctx.em.findOneOrFail(Approval, approvalId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  return { approval, draft };
}

function readReason(text: string): string {
  const reason = plainWords(text);
  const isFitting = reason.length > 0 && reason.length <= MAX_LENGTH;
  const message = isFitting ? textFault(text) : say`must have 1 to ${MAX_LENGTH} characters.`;
  if (!message) return reason;
  throw new DomainError('validation_failed', { message: say`The reason ${message}`, fields: [{ pointer: '/reason', message }] });
}

async function record(ctx: Context, approval: Approval, happening: 'held' | 'released', reason?: string): Promise<void> {
  const { id, accountId, draftId, contentHash } = approval;
  const details = { draftId, contentHash, ...(reason && { reason }) };
  await recordAudit(ctx, { accountId, action: `approval.${happening}`, subjectId: id, details });
  recordApprovalEvent(ctx, happening, approval);
}
