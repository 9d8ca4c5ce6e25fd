import type { Context } from '../../context.ts';

/** Waiting jobs with a target on a platform where their workspace had no account. */
interface JobsWithoutConnectionIn {
  accountId: string;
  workspaceId: string;
  platform: string;
}

/** The number of posts that a new account on the platform affects. */
interface JobsWithoutConnectionCounts {
  /** Approved without it, also by some of several people. */
  approved: number;
  /** Waiting for a first decision. */
  pending: number;
}

/**
 * A draft with its own choice of accounts keeps it and is never listed here. One decision of several counts as an
 * approval: it is not revoked without a request either. Where the other targets are published already, retryJob()
 * submits the rest.
 */
const HOMELESS = `
  from (
    select j.id, j.mode = 'approval' and (a.state = 'approved'
      or exists (select from approval_decisions x where x.approval_id = a.id and x.decision = 'approved')) as is_approved, j.mode
    from publish_jobs j join drafts d on d.id = j.draft_id left join approvals a on a.id = j.approval_id
    where j.account_id = ? and j.workspace_id = ? and j.state = 'blocked' and d.connection_ids is null
      and exists (select from publications p where p.job_id = j.id and p.state = 'pending' and p.connection_id is null and p.platform = ?)
      and not exists (select from publications o where o.job_id = j.id and o.superseded_at is null and o.state <> 'pending')
  ) h`;

/** The next of them by id; those that people have approved only where these are wanted. */
export async function findJobsWithoutConnection(
  ctx: Context,
  { accountId, workspaceId, platform }: JobsWithoutConnectionIn,
  page: { withApproved: boolean; after: string; limit: number },
): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select h.id ${HOMELESS} where h.id > ? ${page.withApproved ? '' : 'and not h.is_approved'} order by h.id limit ?`,
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
       count(*) filter (where not h.is_approved and h.mode = 'approval')::int as pending ${HOMELESS}`,
    [accountId, workspaceId, platform],
  );
  return row ?? { approved: 0, pending: 0 };
}
