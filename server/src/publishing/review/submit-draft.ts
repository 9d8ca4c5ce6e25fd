import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import { writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { insertNew } from '../../db/insert-rows.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type CreateDraftInput, createDraft } from '../../drafts/create-draft.ts';
import type { Draft, PublishMode } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { type LockedDraft, lockDraft, requireSubmittable } from '../../drafts/lock-draft.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../errors.ts';
import { altTextFaults, describedBy, describeMedia } from '../../media/describe-media.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { preparePayloads } from '../../payloads/prepare-payloads.ts';
import { moderateContent } from '../../safety/moderate-content.ts';
import type { Gate } from '../gates/gate.ts';
import { advanceOwnJob } from '../jobs/advance-job.ts';
import { authorFrom } from '../jobs/create-job.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { liveJobOf } from '../jobs/load-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { type PreparedCaptions, resolveMode } from './content/prepare-content.ts';
import { submitContent } from './content/submit-content.ts';
import type { DraftResult } from './draft-result.ts';

interface SubmitOptions {
  /** Defaults to the draft's own mode; `draft_only` counts as `approval_queue`. */
  mode?: 'approval_queue' | 'auto' | undefined;
  approvalRequired?: boolean | undefined;
  /** Generated before the transaction opened; needed where a model generates. */
  words?: PreparedCaptions | undefined;
  /** The draft was created in this transaction, so lookups are skipped. */
  isNew?: boolean | undefined;
  /** Keeps a live job even if a new submission would differ. */
  keepsLiveJob?: boolean | undefined;
}

/**
 * Freezes the content and requests a decision on it; in mode `auto`, queues it once the gates pass. A draft that
 * waits already is submitted again, by the same job, only if changes were requested, its targets changed, its
 * approval expired or lacks a required signature, an approval is now required, or a person takes over from agents
 * that lost a permission. Needs a transaction and `jobs:write`.
 */
export async function submitDraft(ctx: Context, draft: Draft, options: SubmitOptions = {}): Promise<DraftResult> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'jobs:write');
  const locked = await lockDraft(ctx, draft.id);
  const publishMode = options.mode ?? (locked.publishMode === 'auto' ? 'auto' : 'approval_queue');
  const asked = await resolveMode(ctx, workspace, locked, {
    publishMode,
    ...(options.approvalRequired === undefined ? {} : { approvalRequired: options.approvalRequired }),
    ...(options.isNew ? { wasAsked: false } : {}),
  });

  const live = options.isNew ? null : await liveJobOf(ctx, locked.id);
  const isTightened = live?.mode === 'auto' && (options.mode === 'approval_queue' || options.approvalRequired === true);
  if (live && !isTightened && !(await asksAgain(ctx, locked, live, options.keepsLiveJob ?? false))) {
    const approvals = await findApprovals(ctx, live.approvalId ? [live.approvalId] : []);
    const kept = { draft: locked, approval: approvals.get(live.approvalId ?? '') ?? null, job: live, notices: asked.notices };
    return ctx.moderation ? { ...kept, ...(await moderateAgain(ctx, locked, live)) } : kept;
  }
  if (!live) requireSubmittable(locked);
  if (ctx.actor.kind === 'user') locked.vouchedRevision = locked.revision;
  const mode = asked.publishMode === 'auto' && !asked.approvalRequired ? 'auto' : 'approval';
  const submitted = await submitContent(ctx, locked, { live, mode, author: authorFrom(ctx), words: options.words, isNew: options.isNew });
  return { ...submitted, notices: [...asked.notices, ...submitted.notices] };
}

/** What the moderation service could not check is checked now, and the job advances if that was what blocked it. */
async function moderateAgain(ctx: Context, draft: LockedDraft, job: PublishJob) {
  await moderateContent(ctx, draft, await currentPayloads(ctx, draft));
  return advanceOwnJob(ctx, job, draft);
}

/**
 * Whether a waiting job is stuck: changes were requested, its approval expired or lacks a required signature, or its
 * targets differ today.
 */
async function asksAgain(ctx: Context, draft: Draft, job: PublishJob, keepsLiveJob: boolean): Promise<boolean> {
  if (job.state !== 'blocked' && job.state !== 'ready') return false;
  if (draft.state === 'changes_requested') return true;
  const approval = job.approvalId ? (await findApprovals(ctx, [job.approvalId])).get(job.approvalId) : undefined;
  if (approval && approval.expiresAt <= ctx.clock.now()) return true;
  if (
    approval?.requiresSignature &&
    approval.state === 'approved' &&
    (await isBlockedBy(ctx, job, ({ code }) => code === 'signature_missing'))
  )
    return true;
  if (draft.state === 'publishing') return false;
  // One of the job's authors lacks the permission (now).
  if (ctx.actor.kind === 'user' && (await isBlockedBy(ctx, job, ({ gate }) => gate === 'permission'))) return true;
  if (keepsLiveJob) return false;
  const captions = await currentCaptions(ctx, draft.id);
  return (await preparePayloads(ctx, draft, captions?.captions ?? [])).contentHash !== job.contentHash;
}

async function isBlockedBy(ctx: Context, job: PublishJob, isIt: (gate: Gate) => boolean): Promise<boolean> {
  const gates = (await explainJobs(ctx, [job])).get(job.id)?.readiness.gates ?? [];
  return gates.some((gate) => gate.status === 'block' && isIt(gate));
}

export interface CreatePublishJobInput {
  workspaceId: string;
  draftId: string;
  approvalRequired?: boolean | undefined;
  publishMode?: PublishMode | undefined;
  /** Generated before the transaction; missing ones come from the built-in generator. */
  words?: PreparedCaptions | undefined;
}

/** Queues a draft. A draft with a live job keeps it, and that job is returned. Needs a transaction and `jobs:write`. */
export async function createPublishJob(ctx: Context, input: CreatePublishJobInput): Promise<DraftResult> {
  assertTransaction(ctx);
  requireScope(ctx, 'jobs:write');
  const draft = await loadDraft(ctx, input.draftId, 'write');
  if (draft.workspaceId !== input.workspaceId) throw new DomainError('not_found');
  const mode = input.publishMode === 'draft_only' ? 'approval_queue' : input.publishMode;
  return submitDraft(ctx, draft, { mode, approvalRequired: input.approvalRequired, words: input.words, keepsLiveJob: true });
}

export interface CreateAndSubmitInput extends CreateDraftInput {
  /** The caller's own captions for some or all platforms; stored unchanged, needs `captions:write`. */
  captions?: readonly GeneratedCaption[] | undefined;
  /** Descriptions of the images, where different from the uploaded ones. */
  altTexts?: readonly string[] | undefined;
}

/** Creates a draft with its captions; with `approval_queue` or `auto` also submits it. Needs a transaction. */
export async function createAndSubmitDraft(ctx: Context, input: CreateAndSubmitInput, words?: PreparedCaptions): Promise<DraftResult> {
  assertTransaction(ctx);
  const { draft, notices } = await createDraft(ctx, { ...input, ...(await describedPictures(ctx, input)) });
  if (input.captions?.length) {
    requireScope(ctx, 'captions:write');
    await writeCaptions(ctx, draft, input.captions, ctx.actor.kind === 'agent' ? 'agent' : 'person');
  }
  if (draft.publishMode === 'draft_only') {
    insertNew(ctx);
    return { draft, approval: null, job: null, notices };
  }
  const submitted = await submitDraft(ctx, draft, { mode: draft.publishMode, words, isNew: true });
  return { ...submitted, notices: unique([...notices, ...submitted.notices]) };
}

/** Nothing if the images keep their uploaded descriptions. */
async function describedPictures(ctx: Context, { workspaceId, mediaIds, altTexts = [] }: CreateAndSubmitInput) {
  const fields = altTextFaults(mediaIds ?? [], altTexts);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  if (!mediaIds || !altTexts.some(Boolean)) return {};
  return { mediaIds: await describeMedia(ctx, workspaceId, describedBy(mediaIds, altTexts), (index) => `/alt_texts/${index}`) };
}

/** Creating and submitting may report the same notice. */
function unique(notices: readonly RequestNotice[]): RequestNotice[] {
  return [...new Map(notices.map((notice) => [String(notice.message), notice])).values()];
}
