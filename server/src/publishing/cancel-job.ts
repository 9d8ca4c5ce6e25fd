import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { supersedeApproval } from '../approvals/supersede-approval.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { moveDraft } from '../drafts/move-draft.ts';
import { DomainError } from '../errors.ts';
import { cancelPublications } from './cancel-publications.ts';
import { loadJob } from './job-queries.ts';
import { publicationsIn } from './live-job.ts';
import type { PublishJob } from './publish-job.entity.ts';
import { rollUpJob } from './roll-up-job.ts';

/**
 * Calls off what has not been sent yet; what is under way ends by itself, and what was sent stays
 * sent. `invalid_state` when nothing is left to call off. Needs a transaction and `jobs:write`.
 */
export async function cancelJob(ctx: Context, jobId: string): Promise<PublishJob> {
  assertTransaction(ctx);
  const job = await loadJob(ctx, jobId);
  requireScope(ctx, 'jobs:write');
  await requireWorkspace(ctx, job.workspaceId, 'write');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const cancelled = await cancelPublications(ctx, publications);
  if (cancelled === 0) {
    throw new DomainError('invalid_state', {
      message: `The publish job is ${job.state}; nothing of it is left to cancel.`,
      details: { from: job.state, to: 'cancelled' },
    });
  }
  rollUpJob(ctx, job, draft, publications);
  await ctx.em.flush();
  if (job.state === 'cancelled') await takeBack(ctx, draft);
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publish_job.cancelled',
    subjectId: job.id,
    details: { draftId: draft.id, publications: cancelled },
  });
  return job;
}

/** Nothing went out: the draft is a draft again, and nobody is asked any more. */
async function takeBack(ctx: Context, draft: Draft): Promise<void> {
  if (draft.state === 'publishing') moveDraft(ctx, draft, 'approved');
  await supersedeApproval(ctx, draft);
  if (draft.state === 'approved' || draft.state === 'scheduled') moveDraft(ctx, draft, 'draft');
  await ctx.em.flush();
}
