import type { Approval } from '../../approvals/approval.entity.ts';
import { requestApproval } from '../../approvals/request-approval.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { moveDraft } from '../../drafts/move-draft.ts';
import { newId } from '../../new-id.ts';
import { buildPayloads } from '../../payloads/build-payloads.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { safetyFindingsOf } from '../../safety/safety-queries.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import type { JobExplanation } from '../jobs/explain-jobs.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { ensureWords, type Words } from './ensure-words.ts';

/** In whose name a job is queued; both null for the operator. */
export interface JobAuthor {
  grantId: string | null;
  userId: string | null;
}

export interface SubmitContentOptions {
  mode: 'approval' | 'auto';
  author: JobAuthor;
  words?: Words | undefined;
}

export interface SubmittedContent {
  draft: Draft;
  approval: Approval | null;
  job: PublishJob;
  /** What the job's gates said; null where they were not looked at. */
  explanation: JobExplanation | null;
}

export function authorFrom({ actor }: Context): JobAuthor {
  return { grantId: actor.kind === 'agent' ? actor.grantId : null, userId: actor.kind === 'user' ? actor.userId : null };
}

/**
 * Freezes what would go out, asks for a decision on it and makes the job that waits for it. The
 * caller has authorised this, and has withdrawn what was asked for before.
 */
export async function submitContent(ctx: Context, draft: Draft, { mode, author, words }: SubmitContentOptions): Promise<SubmittedContent> {
  const locked = await lockDraft(ctx, draft.id);
  const captions = await ensureWords(ctx, locked, words);
  const { payloads } = await buildPayloads(ctx, locked, captions);
  locked.publishMode = mode === 'auto' ? 'auto' : 'approval_queue';
  locked.approvalRequired = mode === 'approval';
  const approval =
    mode === 'approval' ? await requestApproval(ctx, locked, { hasFindings: await haveFindings(ctx, locked, payloads) }) : null;
  if (mode === 'auto') standApproved(ctx, locked);
  const job = createJob(ctx, locked, payloads, { mode, author, approvalId: approval?.id ?? null });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publish_job.created',
    subjectId: job.id,
    details: { draftId: locked.id, contentHash: job.contentHash, mode, publications: payloads.length },
  });
  // While a person is waited for no gate needs to be looked at: the job is blocked already.
  if (approval?.state === 'pending') return { draft: locked, approval, job, explanation: null };
  return { draft: locked, approval, ...(await advanceJob(ctx, job.id)) };
}

async function haveFindings(ctx: Context, { id, workspaceId, contentHash }: Draft, payloads: readonly Payload[]): Promise<boolean> {
  const findings = await safetyFindingsOf(ctx, [{ id, draftId: id, workspaceId, contentHash: contentHash ?? null, payloads }]);
  return (findings.get(id) ?? []).length > 0;
}

/** In mode `auto` nobody is asked: grant and workspace have approved beforehand. */
function standApproved(ctx: Context, draft: Draft): void {
  if (draft.state === 'failed' || draft.state === 'changes_requested') moveDraft(ctx, draft, 'draft');
  moveDraft(ctx, draft, 'approved');
}

function createJob(
  ctx: Context,
  draft: Draft,
  payloads: readonly Payload[],
  { mode, author, approvalId }: { mode: 'approval' | 'auto'; author: JobAuthor; approvalId: string | null },
): PublishJob {
  const now = ctx.clock.now();
  const { accountId, workspaceId, contentHash } = draft;
  if (!contentHash) throw new Error(`${draft.id} is queued without content.`);
  const job = ctx.em.create(PublishJob, {
    id: newId('job'),
    accountId,
    workspaceId,
    draftId: draft.id,
    approvalId,
    ...author,
    mode,
    contentHash,
    state: 'blocked',
    scheduledAt: draft.scheduledAt ?? null,
    createdAt: now,
    updatedAt: now,
  });
  for (const { id, platform, connectionId } of payloads) {
    ctx.em.create(Publication, {
      id: newId('pub'),
      accountId,
      jobId: job.id,
      payloadId: id,
      connectionId: connectionId ?? null,
      platform,
      state: 'pending',
      createdAt: now,
    });
  }
  return job;
}
