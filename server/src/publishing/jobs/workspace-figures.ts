import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';

/** For how long a failure without a follow-up is shown as recent. */
export const FAILURE_IS_NEWS_DAYS = 7;

/** SQL: whether a post of the job, which has this alias, has an unknown outcome. */
export const hasUnknownSql = (job: string): string =>
  `exists (select 1 from publications p where p.job_id = ${job}.id and p.state = 'unknown')`;

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

/** By workspace id, in one query for any number of workspaces. The caller may read the workspaces. */
export async function figuresOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, WorkspaceFigures>> {
  if (workspaceIds.length === 0) return new Map();
  const now = ctx.clock.now().getTime();
  const counted = (which: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${which})::int`;
  const hasUnknown = sql.raw<boolean>(hasUnknownSql('j'));
  const isHeldBack = sql<boolean>`j.state = 'blocked' and (j.approval_id is null or a.state = 'approved')`;
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('publish_jobs as j')
      .leftJoin('approvals as a', 'a.id', 'j.approval_id')
      .select([
        'j.workspace_id',
        counted(
          sql`j.state in ('ready', 'queued', 'publishing') and (j.scheduled_at is null or j.scheduled_at <= ${new Date(now + DAY_MS)}) and not ${hasUnknown}`,
        ).as('goingOut'),
        counted(isHeldBack).as('heldBack'),
        counted(sql`j.state in ('ready', 'queued') or (${isHeldBack})`).as('planned'),
        sql<number>`coalesce(sum((select count(*) from publications p where p.job_id = j.id and p.state = 'unknown')), 0)::int`.as(
          'unknown',
        ),
        counted(sql`j.state in ('failed', 'partially_published')`).as('failed'),
      ])
      .where('j.workspace_id', '=', anyOf(workspaceIds))
      .where(({ and, eb, or }) =>
        or([
          eb('j.state', 'in', [literal('blocked'), literal('ready'), literal('queued'), literal('publishing')]),
          and([
            eb('j.state', 'in', [literal('failed'), literal('partially_published')]),
            eb('j.updated_at', '>', new Date(now - FAILURE_IS_NEWS_DAYS * DAY_MS)),
          ]),
        ]),
      )
      .groupBy('j.workspace_id'),
  );
  return new Map(rows.map(({ workspace_id: id, ...figures }) => [id, figures]));
}
