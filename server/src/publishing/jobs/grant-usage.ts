import type { Context } from '../../context.ts';
import { usedByGrants } from '../../credits/credit-queries.ts';
import { startOfMonth } from '../snapshot/start-of-month.ts';

/** A grant's usage of its limits. */
export interface GrantUsage {
  /** Today's publish jobs, by the workspace's day, that it submitted or contributed to; without cancelled ones. */
  jobsToday: number;
  /** Credits reserved or used since the first of the month. */
  creditsThisMonth: number;
}

/** Each grant's usage so far, counted like the permission gate does. Two queries, however many grants. */
export async function usageOfGrants(ctx: Context, grantIds: readonly string[]): Promise<Map<string, GrantUsage>> {
  const now = ctx.clock.now();
  const credits = await usedByGrants(ctx, grantIds, startOfMonth(now));
  const jobs = await ctx.em.execute<{ id: string; jobs: number }[]>(
    `select g.id, count(distinct j.id)::int as jobs
     from json_array_elements_text(?::json) as wanted (id)
     join grants g on g.id = wanted.id
     join workspaces w on w.id = g.workspace_id
     cross join lateral (select date_trunc('day', ?::timestamptz at time zone w.time_zone) at time zone w.time_zone as began) today
     join draft_authors a on a.grant_id = g.id and a.since >= today.began
     join drafts d on d.id = a.draft_id
     join publish_jobs j on j.draft_id = a.draft_id and j.state <> 'cancelled'
       and (j.created_at >= today.began or j.superseded_by is null)
       and (a.revision > d.vouched_revision or j.grant_id = a.grant_id)
     group by g.id`,
    [JSON.stringify(grantIds), now],
  );
  const jobsToday = new Map(jobs.map((row) => [row.id, row.jobs]));
  return new Map(grantIds.map((id) => [id, { jobsToday: jobsToday.get(id) ?? 0, creditsThisMonth: credits.get(id) ?? 0 }]));
}
