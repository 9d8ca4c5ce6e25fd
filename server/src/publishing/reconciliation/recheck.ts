import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { loadPublication } from '../jobs/live-job.ts';
import type { PublicationState } from '../publication-states.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { reconcilePublication } from './reconcile-publication.ts';
import { notUnknown } from './settle-unknown.ts';

/**
 * Asks the platform again for a publication's outcome, at a person's request. Sends nothing. Owners and approvers
 * only. Opens its own transactions: the platform is asked outside of any. Returns the state afterwards; null if
 * another result came first.
 */
export async function recheck(ctx: Context, publicationId: string): Promise<{ job: PublishJob; state: PublicationState | null }> {
  const { job } = await loadPublication(ctx, publicationId);
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'decide');
  requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    const { publication } = await loadPublication(tx, publicationId);
    if (publication.state !== 'unknown') throw notUnknown(publication.state);
    await recordAudit(tx, {
      accountId: job.accountId,
      action: 'publication.looked_up',
      subjectId: publicationId,
      details: { jobId: job.id },
    });
  });
  return { job, state: await reconcilePublication(ctx, publicationId) };
}
