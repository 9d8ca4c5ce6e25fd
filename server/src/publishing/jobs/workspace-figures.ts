import type { Context } from '../../context.ts';

const DAY_MS = 24 * 3_600_000;
/** For how long a failure without a follow-up is shown as recent. */
export const FAILURE_IS_NEWS_DAYS = 7;

/** A workspace's key figures. */
export interface WorkspaceFigures {
  /** Jobs in progress or due within a day; those with an unknown outcome are counted in `unknown`. */
  goingOut: number;
  /** Jobs that need no decision and still cannot be published. */
  heldBack: number;
  /** Jobs that need no decision and have not started, whenever they are due. */
  planned: number;
  /** Publications with an unknown outcome. */
  unknown: number;
  /** Jobs that failed, in whole or in part, in the last days. */
  failed: number;
}

/** By workspace id, in one query of any number of them. The caller may read the workspaces. */
export async function figuresOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, WorkspaceFigures>> {
  if (workspaceIds.length === 0) return new Map();
  const now = ctx.clock.now().getTime();
  const rows = await ctx.em.execute<({ workspace_id: string } & WorkspaceFigures)[]>(
    `select j.workspace_id,
       count(*) filter (where j.state in ('ready', 'queued', 'publishing') and (j.scheduled_at is null or j.scheduled_at <= ?)
         and not exists (select 1 from publications p where p.job_id = j.id and p.state = 'unknown'))::int as "goingOut",
       count(*) filter (where j.state = 'blocked' and (j.approval_id is null or a.state = 'approved'))::int as "heldBack",
       count(*) filter (where j.state in ('ready', 'queued') or (j.state = 'blocked' and (j.approval_id is null or a.state = 'approved')))::int as planned,
       coalesce(sum((select count(*) from publications p where p.job_id = j.id and p.state = 'unknown')), 0)::int as unknown,
       count(*) filter (where j.state in ('failed', 'partially_published'))::int as failed
     from publish_jobs j left join approvals a on a.id = j.approval_id
     where j.workspace_id in (?)
       and (j.state in ('blocked', 'ready', 'queued', 'publishing')
         or (j.state in ('failed', 'partially_published') and j.updated_at > ?))
     group by j.workspace_id`,
    [new Date(now + DAY_MS), [...new Set(workspaceIds)], new Date(now - FAILURE_IS_NEWS_DAYS * DAY_MS)],
  );
  return new Map(rows.map(({ workspace_id: id, ...figures }) => [id, figures]));
}
