import { requireWorkspace } from '../../../access/authorise.ts';
import type { Approval } from '../../../approvals/approval.entity.ts';
import { requestApproval } from '../../../approvals/request-approval.ts';
import { wantsSignature } from '../../../approvals/signatures/request-signature.ts';
import { autoApprove, type Submitted } from '../../../approvals/standing/auto-approve.ts';
import type { Context } from '../../../context.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { finalFailures, type LockedDraft, lockDraft, moveDraft } from '../../../drafts/lock-draft.ts';
import type { RequestNotice } from '../../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../../errors.ts';
import { recordEvent } from '../../../events/record-event.ts';
import { type Sentence, say } from '../../../languages/sentence.ts';
import { buildPayloads } from '../../../payloads/build-payloads.ts';
import type { Payload } from '../../../payloads/payload.entity.ts';
import { moderateContent, uncheckedFiles } from '../../../safety/moderate-content.ts';
import type { SafetyFinding } from '../../../safety/safety-finding.ts';
import { safetyFindingsOf, settingsOfWorkspaces } from '../../../safety/safety-queries.ts';
import { advanceOwnJob } from '../../jobs/advance-job.ts';
import { createJob, type JobAuthor, reviseJob } from '../../jobs/create-job.ts';
import { emptyJob } from '../../jobs/end-job.ts';
import type { JobExplanation } from '../../jobs/explain-jobs.ts';
import { recordJobEvent } from '../../jobs/job-events.ts';
import type { PublishJob } from '../../publish-job.entity.ts';
import { loadRefused } from '../../snapshot/load-refused.ts';
import type { Written } from '../draft-result.ts';
import { ensureWords, type PreparedCaptions } from './prepare-content.ts';
import { requireCurrentEdit } from './require-current-edit.ts';

export interface SubmitContentOptions {
  /** The draft's live job, from liveJobOf() under its lock; null if there is none. */
  live: PublishJob | null;
  mode: 'approval' | 'auto';
  author: JobAuthor;
  words?: PreparedCaptions | undefined;
  /** The draft was created in this transaction, so nothing depends on it. */
  isNew?: boolean | undefined;
  /** Why approval is requested again, in a sentence. */
  reason?: Sentence | null | undefined;
  /** The id of the request, if it was generated before because a person has already signed it. */
  approvalId?: string | undefined;
}

export interface SubmittedContent {
  draft: Draft;
  approval: Approval | null;
  job: PublishJob;
  /** The result of the job's gates; null if they were not evaluated. */
  explanation: JobExplanation | null;
  /** With an approval request: the newly written rows that the result needs. */
  written?: Written;
  notices: RequestNotice[];
}

/**
 * Freezes the content, requests a decision on it and assigns it to its job: the draft's live one, whose own content
 * it replaces, or a new one. The caller has authorised this. `invalid_state` once anything was sent.
 */
export async function submitContent(
  ctx: Context,
  draft: Draft,
  { live, author, words, isNew = false, reason = null, approvalId, ...wished }: SubmitContentOptions,
): Promise<SubmittedContent> {
  const locked = await lockDraft(ctx, draft.id);
  if (!isNew) await requireCurrentEdit(ctx, locked);
  if (live) await emptyJob(ctx, live, locked);
  const captions = await ensureWords(ctx, locked, words);
  const { payloads } = await buildPayloads(ctx, locked, captions, { isNew });
  if (!isNew) await refuseRejected(ctx, locked);
  await moderateContent(ctx, locked, payloads);
  const { mode, notices } = await modeFor(ctx, locked, payloads, wished.mode);
  locked.publishMode = mode === 'auto' ? 'auto' : 'approval_queue';
  locked.approvalRequired = mode === 'approval';
  const findings = mode === 'approval' ? await findingsIn(ctx, locked, payloads) : [];
  const hasFindings = findings.length > 0;
  const asked = { id: approvalId, askedBy: author.grantId, hasFindings, reason, isNew };
  const approval = mode === 'approval' ? await requestApproval(ctx, locked, asked) : null;
  if (mode === 'auto') markApproved(ctx, locked);
  const content = { mode, author, payloads, approvalId: approval?.id ?? null, isNew };
  const job = live ? await reviseJob(ctx, live, locked, content) : await createJob(ctx, locked, content);
  if (approval && reason === null && !locked.editsPublicationId)
    await tryStanding(ctx, { draft: locked, approval, payloads, grantId: author.grantId, hasFindings });
  recordSubmittedEvent(ctx, locked, job);
  // While an approval is pending, the job is blocked without evaluating gates.
  if (approval?.state === 'pending') {
    return { draft: locked, approval, job, explanation: null, written: { captions, payloads, findings }, notices };
  }
  const advanced = await advanceOwnJob(ctx, job, locked);
  if (advanced.job.state === 'blocked') recordJobEvent(ctx, advanced.job);
  return { draft: locked, approval, ...advanced, notices };
}

/**
 * Throws `invalid_state` if an agent submits the content that a network refused, whatever else of the draft has changed. Edits
 * are checked with their posts.
 */
async function refuseRejected(ctx: Context, { id, state, revision, contentHash }: LockedDraft): Promise<void> {
  if (ctx.actor.kind !== 'agent' || (state !== 'failed' && revision === 1)) return;
  const failures = await finalFailures(ctx, [id]);
  const refusal = failures.find((failure) => failure.code === 'rejected' && failure.contentHash === contentHash);
  if (!refusal) return;
  throw new DomainError('invalid_state', {
    message: say`The network refused this content: ${refusal.message ?? ''}`,
    // The rest of it is a post of its own, which the whole draft would publish again.
    remedy: refusal.supersededBy
      ? say`Create a new draft for the network that refused it, in which that is changed.`
      : say`Change what it refused, such as a caption or a picture, then submit the draft again.`,
    details: { from: state, to: 'in_review' },
  });
}

function recordSubmittedEvent(
  ctx: Context,
  { id, accountId, workspaceId, state, revision, contentHash = null }: Draft,
  job: PublishJob,
): void {
  const data = { state, revision, content_hash: contentHash, job_id: job.id, mode: job.mode };
  recordEvent(ctx, { type: 'draft.submitted', accountId, workspaceId, subjectId: id, draftId: id, data });
}

/** Whether a standing approval covers it; people decide on a draft that was returned for changes. */
async function tryStanding(ctx: Context, submitted: Omit<Submitted, 'workspace' | 'isRefusedBefore'>): Promise<void> {
  const { id, workspaceId, contentHash = null } = submitted.draft;
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const asked = { id, draftId: id, workspaceId, mode: 'auto' as const, sendingHash: contentHash };
  await autoApprove(ctx, { ...submitted, workspace, isRefusedBefore: async () => (await loadRefused(ctx, [asked])).size > 0 });
}

/** Content that must be signed or looked at, or that a person has rejected, needs an approval, whatever the new draft. */
async function modeFor(
  ctx: Context,
  draft: Draft,
  payloads: readonly Payload[],
  mode: 'approval' | 'auto',
): Promise<{ mode: 'approval' | 'auto'; notices: RequestNotice[] }> {
  const { id, workspaceId, platforms, contentHash = null } = draft;
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  if (mode === 'auto' && draft.editsPublicationId) return withPerson(say`it changes a published post.`);
  if (mode === 'auto' && wantsSignature(workspace, platforms)) return withPerson(say`a passkey signature is required here.`);
  if (mode === 'auto' && uncheckedFiles(payloads, ctx.moderation).length > 0)
    return withPerson(say`the moderation service does not check one of its files.`);
  const refused = await loadRefused(ctx, [{ id, draftId: id, workspaceId, mode, sendingHash: contentHash }]);
  if (refused.size === 0) return { mode, notices: [] };
  return withPerson(say`a person rejected this text before.`);
}

function withPerson(why: Sentence): { mode: 'approval'; notices: RequestNotice[] } {
  return { mode: 'approval', notices: [{ code: 'approval_still_required', message: say`This still needs approval: ${why}` }] };
}

async function findingsIn(ctx: Context, { id, workspaceId, contentHash }: Draft, payloads: readonly Payload[]): Promise<SafetyFinding[]> {
  const settings = settingsOfWorkspaces([await requireWorkspace(ctx, workspaceId, 'read')]);
  const findings = await safetyFindingsOf(ctx, [{ id, draftId: id, workspaceId, contentHash: contentHash ?? null, payloads }], {
    settings,
  });
  return findings.get(id) ?? [];
}

/** Mode `auto` needs no decision: the grant and the workspace have approved in advance. */
function markApproved(ctx: Context, draft: LockedDraft): void {
  if (draft.state === 'failed' || draft.state === 'changes_requested') moveDraft(ctx, draft, 'draft');
  moveDraft(ctx, draft, 'approved');
}
