import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { usedByGrants } from '../../credits/credit-queries.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
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
  const jobs = await query(
    ctx.em,
    tables
      .selectFrom('grants as g')
      .innerJoin('workspaces as w', 'w.id', 'g.workspace_id')
      .crossJoinLateral(
        tables
          .selectNoFrom(sql<Date>`date_trunc('day', ${now}::timestamptz at time zone w.time_zone) at time zone w.time_zone`.as('began'))
          .as('today'),
      )
      .innerJoin('draft_authors as a', (join) => join.onRef('a.grant_id', '=', 'g.id').onRef('a.since', '>=', 'today.began'))
      .innerJoin('drafts as d', 'd.id', 'a.draft_id')
      .innerJoin('publish_jobs as j', (join) =>
        join
          .onRef('j.draft_id', '=', 'a.draft_id')
          .on('j.state', '<>', literal('cancelled'))
          .on(({ eb, or, ref }) => or([eb('j.created_at', '>=', ref('today.began')), eb('j.superseded_by', 'is', null)]))
          .on(({ eb, or, ref }) => or([eb('a.revision', '>', ref('d.vouched_revision')), eb('j.grant_id', '=', ref('a.grant_id'))])),
      )
      .select(['g.id', sql<number>`count(distinct j.id)::int`.as('jobs')])
      .where('g.id', '=', anyOf(grantIds))
      .groupBy('g.id'),
  );
  const jobsToday = new Map(jobs.map((row) => [row.id, row.jobs]));
  return new Map(grantIds.map((id) => [id, { jobsToday: jobsToday.get(id) ?? 0, creditsThisMonth: credits.get(id) ?? 0 }]));
}
