import { Connection } from '../../connections/connection.entity.ts';
import type { ApprovedPosts, Context } from '../../context.ts';
import { isDatabaseUnavailable, isOutOfTime } from '../../db/database-faults.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { findTargets } from '../../payloads/find-targets.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type RevisedContent, reviseContent } from './content/revise-content.ts';
import { findHomelessJobs } from './homeless-jobs.ts';

const AT_ONCE = 20;

/**
 * After an account was connected: a page of the posts that had nowhere to go on its platform is asked
 * for again with it, and people are told why. What they have approved is left as it is, unless the
 * owner wished otherwise. Each is a transaction of its own. Answers where the next page begins; null at the end.
 */
export async function retargetPage(
  ctx: Context,
  { connectionId, approvedPosts, after }: { connectionId: string; approvedPosts: ApprovedPosts; after: string },
): Promise<string | null> {
  const connection = await forkAsOwner(ctx.orm).findOne(Connection, connectionId);
  if (!connection || connection.disconnectedAt || connection.health !== 'healthy') return null;
  const page = { withApproved: approvedPosts === 'ask_again', after, limit: AT_ONCE };
  const jobIds = await findHomelessJobs({ ...ctx, em: forkAsOwner(ctx.orm) }, connection, page);
  for (const jobId of jobIds) await retargetOne(ctx, jobId, connection);
  return jobIds.length < AT_ONCE ? null : (jobIds.at(-1) ?? null);
}

async function retargetOne(ctx: Context, jobId: string, connection: Connection): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => retarget(tx, jobId, connection));
  } catch (error) {
    // The page is done again then: a post that somebody else held for a moment is not left behind.
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
 * Gives what waits the targets that there are today, where those are others than were asked for: the
 * same job asks again, in the same name. Nothing happens to a draft whose accounts somebody chose,
 * whose words somebody is to change first, or that is on its way. Needs a transaction.
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
