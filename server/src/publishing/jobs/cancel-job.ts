import { requireScope, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { cancelPublications, noteEnding } from './end-job.ts';
import { loadJob } from './job-queries.ts';
import { publicationsIn } from './live-job.ts';
import { rollUpJob } from './roll-up-job.ts';

/**
 * Cancels what has not been sent; what is in progress completes without a retry, and what was sent stays sent. A
 * person's cancellation rejects the content. `invalid_state` if nothing is left to cancel. Needs a transaction and
 * `jobs:write`.
 */
export async function cancelJob(ctx: Context, jobId: string): Promise<PublishJob> {
  assertTransaction(ctx);
  const job = await loadJob(ctx, jobId);
  requireScope(ctx, 'jobs:write');
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'write');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const cancelled = await cancelPublications(ctx, publications);
  const isUnderWay = publications.some(({ state }) => state === 'leased' || state === 'sent' || state === 'unknown');
  if (cancelled === 0 && (!isUnderWay || job.cancelledAt)) {
    throw new DomainError('invalid_state', {
      message: say`The publish job is ${job.state}; nothing of it is left to cancel.`,
      remedy: say`Nothing is to be done. What is published stays published.`,
      details: { from: job.state, to: 'cancelled' },
    });
  }
  job.cancelledAt = ctx.clock.now();
  await noteEnding(ctx, job, 'withdrawn');
  await rollUpJob(ctx, job, draft, publications);
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publish_job.cancelled',
    subjectId: job.id,
    details: { draftId: draft.id, publications: cancelled },
  });
  return job;
}
