import { Connection } from '../../connections/connection.entity.ts';
import type { ApprovedPosts, Context } from '../../context.ts';
import { isOutage, isOutOfTime } from '../../db/database-faults.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { currentPayloads, findTargets } from '../../payloads/payload-queries.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type RevisedContent, reviseContent } from './content/revise-content.ts';

/** Jobs that are waiting with a target on a platform where their workspace had no account. */
interface JobsWithoutConnectionIn {
  accountId: string;
  workspaceId: string;
  platform: string;
}

/** The number of posts that a new account on the platform affects. */
interface JobsWithoutConnectionCounts {
  /** Approved without it, at least by some of several required people. */
  approved: number;
  /** Pending, without any decision. */
  pending: number;
}

/**
 * A draft with its own choice of accounts keeps it and is never listed here. One decision of several counts as an
 * approval: it is not revoked without a request either. Where the other targets are published already, retryJob()
 * submits the rest.
 */
const JOBS_WITHOUT_CONNECTION = `
  from (
    select j.id, j.mode = 'approval' and (a.state = 'approved'
      or exists (select from approval_decisions x where x.approval_id = a.id and x.decision = 'approved')) as is_approved, j.mode
    from publish_jobs j join drafts d on d.id = j.draft_id left join approvals a on a.id = j.approval_id
    where j.account_id = ? and j.workspace_id = ? and j.state = 'blocked' and d.connection_ids is null
      and exists (select from publications p where p.job_id = j.id and p.state = 'pending' and p.connection_id is null and p.platform = ?)
      and not exists (select from publications o where o.job_id = j.id and o.superseded_at is null and o.state <> 'pending')
  ) h`;

/** The next of them by id; approved ones only if requested. */
async function findJobsWithoutConnection(
  ctx: Context,
  { accountId, workspaceId, platform }: JobsWithoutConnectionIn,
  page: { withApproved: boolean; after: string; limit: number },
): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select h.id ${JOBS_WITHOUT_CONNECTION} where h.id > ? ${page.withApproved ? '' : 'and not h.is_approved'} order by h.id limit ?`,
    [accountId, workspaceId, platform, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}

/** The jobs that connecting an account on the platform would resubmit. One query; the caller may read the workspace. */
export async function countJobsWithoutConnection(
  ctx: Context,
  { accountId, workspaceId, platform }: JobsWithoutConnectionIn,
): Promise<JobsWithoutConnectionCounts> {
  const [row] = await ctx.em.execute<JobsWithoutConnectionCounts[]>(
    `select count(*) filter (where h.is_approved)::int as approved,
       count(*) filter (where not h.is_approved and h.mode = 'approval')::int as pending ${JOBS_WITHOUT_CONNECTION}`,
    [accountId, workspaceId, platform],
  );
  return row ?? { approved: 0, pending: 0 };
}

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
    // Rethrown so the page is repeated and no briefly locked post is skipped.
    if (isOutage(error) || isOutOfTime(error)) throw error;
    ctx.log.error({ err: error, jobId, connectionId: connection.id }, 'a post could not be resubmitted with a new account');
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
 * Updates a waiting post to the accounts available today, if they differ from the submitted ones: the same
 * job requests approval again, in the same name. Skips drafts with explicitly chosen accounts, with requested
 * changes, or that are being published. Needs a transaction.
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
