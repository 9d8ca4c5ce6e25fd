import type { Context } from '../../context.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { PromiseOfDay } from '../../credits/use/burn-down.ts';
import type { Part } from '../../db/read-together.ts';

/** Credits that posts will need and that are not reserved yet. */
export interface PromisedCredits {
  unit: CreditUnit;
  /** By posts that need no decision any more. */
  promised: number;
  /** By posts that wait for people, should all of them be approved. */
  asked: number;
}

/**
 * Publications without a credit reservation. Two subqueries to match the partial indexes of waiting and of running
 * jobs.
 */
const UNPAID = `
  from publish_jobs j
    join workspaces w on w.id = j.workspace_id and w.archived_at is null
    join publications p on p.job_id = j.id and p.state = 'pending'
    left join approvals a on a.id = j.approval_id
    left join credit_holds h on h.publication_id = p.id and h.state = 'held'
  where (j.state in ('blocked', 'ready') or j.state in ('queued', 'publishing')) and h.id is null`;

/** By account id, both units, in one query; without reservations of posts in progress and without archived workspaces. */
export async function promisedCreditsOf(ctx: Context, accountIds: readonly string[]): Promise<Map<string, PromisedCredits[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await ctx.em.execute<{ account_id: string; mode: 'approval' | 'auto'; promised: number; asked: number }[]>(
    `select j.account_id, j.mode,
       coalesce(sum(p.credits) filter (where j.approval_id is null or a.state = 'approved'), 0)::int as promised,
       coalesce(sum(p.credits) filter (where a.state = 'pending'), 0)::int as asked
     ${UNPAID} and j.account_id in (?)
     group by j.account_id, j.mode`,
    [[...new Set(accountIds)]],
  );
  const of = (accountId: string, mode: 'approval' | 'auto', unit: CreditUnit): PromisedCredits => {
    const row = rows.find((found) => found.account_id === accountId && found.mode === mode);
    return { unit, promised: row?.promised ?? 0, asked: row?.asked ?? 0 };
  };
  return new Map(accountIds.map((id) => [id, [of(id, 'approval', 'publication'), of(id, 'auto', 'autoposting')]]));
}

/**
 * The credits that posts without a further decision need on each day of a time zone, by unit: on their scheduled day,
 * or today if they have none, are overdue or in progress. `now` is in the first of the days, and `until` is the last.
 */
export function promisesPart(input: { accountId: string; timeZone: string; now: Date; until: string }): Part<PromiseOfDay> {
  const { accountId, timeZone, now, until } = input;
  return {
    sql: `select to_char(t.due_at at time zone ?, 'YYYY-MM-DD') as day, t.unit, sum(t.credits)::int as credits
      from (
        select greatest(coalesce(j.quiet_until, j.scheduled_at), ?::timestamptz) as due_at, p.credits,
          case when j.mode = 'auto' then 'autoposting' else 'publication' end as unit
        ${UNPAID} and j.account_id = ? and (j.approval_id is null or a.state = 'approved')
      ) t
      where t.due_at < (?::date + 1)::timestamp at time zone ?
      group by 1, 2 order by 1`,
    parameters: [timeZone, now, accountId, until, timeZone],
  };
}
