import { Connection } from '../../connections/connection.entity.ts';
import type { ApprovedPosts, Context } from '../../context.ts';
import { isDatabaseUnavailable, isOutOfTime } from '../../db/database-faults.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { currentPayloads, findTargets } from '../../payloads/payload-queries.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type RevisedContent, reviseContent } from './content/revise-content.ts';
import { findJobsWithoutConnection } from './jobs-without-connection.ts';

const AT_ONCE = 20;

/**
 * After an account was connected: resubmits a page of the posts that had no account on its platform, and notifies
 * people of the reason. Approved posts are left unchanged unless the owner chose otherwise. Each post has its own
 * transaction. Returns the cursor of the next page; null at the end.
 */
export async function retargetPage(
  ctx: Context,
  { connectionId, approvedPosts, after }: { connectionId: string; approvedPosts: ApprovedPosts; after: string },
): Promise<string | null> {
  const connection = await forkAsOwner(ctx.orm).findOne(Connection, connectionId);
  if (!connection || connection.disconnectedAt || connection.health !== 'healthy') return null;
  const page = { withApproved: approvedPosts === 'ask_again', after, limit: AT_ONCE };
  const jobIds = await findJobsWithoutConnection({ ...ctx, em: forkAsOwner(ctx.orm) }, connection, page);
  for (const jobId of jobIds) await retargetOne(ctx, jobId, connection);
  return jobIds.length < AT_ONCE ? null : (jobIds.at(-1) ?? null);
}

async function retargetOne(ctx: Context, jobId: string, connection: Connection): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => retarget(tx, jobId, connection));
  } catch (error) {
    // Rethrown so that the page is repeated: a post that was locked for a moment is not skipped.
    if (isDatabaseUnavailable(error) || isOutOfTime(error)) throw error;
    ctx.log.error({ err: error, jobId, connectionId: connection.id }, 'a post could not be asked for again with a new account');
  }
}

async function retarget(ctx: Context, jobId: string, { platform, handle }: Connection): Promise<void> {
  const { draftId, state } = await ctx.em.findOneOrFail(PublishJob, jobId);
  if (state !== 'blocked') return;
  const label = ctx.platforms.get(platform)?.label ?? platform;
  await retargetDraft(ctx, await ctx.em.findOneOrFail(Draft, draftId), say`An account was connected: ${label} ${handle}.`);
}

const WAITING: readonly Draft['state'][] = ['in_review', 'approved', 'scheduled'];

/**
 * Updates a waiting post to the accounts available today, if they differ from the requested ones: the same job
 * requests approval again, in the same name. Skips drafts whose accounts were chosen explicitly, whose changes were
 * requested, or that are being published. Needs a transaction.
 */
function retargetDraft(ctx: Context, draft: Draft, reason: Sentence): Promise<RevisedContent> {
  return reviseContent(ctx, draft, {
    reason,
    async write(locked) {
      if (locked.connectionIds || !WAITING.includes(locked.state)) return false;
      const today = (await findTargets(ctx, locked)).map(({ platform, connectionId }) => [platform.id, connectionId]);
      const asked = (await currentPayloads(ctx, locked)).map(({ platform, connectionId }) => [platform, connectionId ?? null]);
      return JSON.stringify(today) !== JSON.stringify(asked);
    },
  });
}
