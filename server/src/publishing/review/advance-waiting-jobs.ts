import { Connection } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import { afterCommit, inTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { advanceReadyJobs } from '../jobs/advance-ready-jobs.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { systemContext } from '../system-context.ts';
import { retargetDraft } from './retarget-draft.ts';

/**
 * After a change that may open a gate (credits, a connection, a launch step, an account's state):
 * looks at the waiting jobs again, of one account or, with null, of all, once the change has been
 * committed. Drafts that had nowhere to go on a platform are asked for again with the connection
 * that is there now. Each job is a transaction of its own: what the change has locked (a balance, a
 * connection) is free by then, and one job's fault is not another's. What fails the sweep does later.
 */
export async function advanceWaitingJobs(ctx: Context, accountId: string | null): Promise<void> {
  const work = async (): Promise<void> => {
    const system = systemContext(ctx);
    try {
      if (accountId !== null) await retargetDrafts(system, accountId);
      await advanceReadyJobs(system, accountId);
    } catch (error) {
      ctx.log.error({ err: error, accountId }, 'waiting jobs could not be advanced; the sweep will');
    }
  };
  if (ctx.em.isInTransaction()) afterCommit(ctx, work);
  else await work();
}

/** Where a platform had no connection and has one now, the targets change, and so approval is asked for again. */
async function retargetDrafts(ctx: Context, accountId: string): Promise<void> {
  const homeless = await ctx.orm.em.fork().find(Publication, { accountId, state: 'pending', connectionId: null }, { limit: 500 });
  for (const jobId of new Set(homeless.map((publication) => publication.jobId))) {
    const platforms = homeless.filter((publication) => publication.jobId === jobId).map(({ platform }) => platform);
    await inTransaction(ctx, (tx) => retargetJob(tx, jobId, platforms));
  }
}

async function retargetJob(ctx: Context, jobId: string, platforms: string[]): Promise<void> {
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await ctx.em.findOneOrFail(Draft, job.draftId);
  // The draft's own choice of connections stands.
  if (draft.connectionIds) return;
  const where = { workspaceId: job.workspaceId, platform: { $in: platforms }, health: 'healthy' as const, disconnectedAt: null };
  if (job.state !== 'blocked' || (await ctx.em.count(Connection, where)) === 0) return;
  await retargetDraft(ctx, draft);
}
