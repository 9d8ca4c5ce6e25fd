import type { Context } from '../../context.ts';
import type { QuietWindow } from '../../planning/week.ts';

/** A waiting job, as far as one query can tell. */
export interface Waiting {
  id: string;
  accountId: string;
  workspaceId: string;
  mode: 'approval' | 'auto';
  state: 'blocked' | 'ready';
  scheduledAt: Date | null;
  quietUntil: Date | null;
  timeZone: string;
  quietHours: readonly QuietWindow[];
  /** Credits of publications that could be sent and have no reservation. */
  unpaid: number;
  /** The cursor after a page that ends with it. */
  cursor: string;
}

/** The account of a target is there and works. */
const WORKS = `c.id is not null and c.disconnected_at is null and c.health = 'healthy'`;

/** Most waiting jobs wait for a person and are not evaluated further. */
const AT_ONCE = 2_000;

/**
 * Jobs that need no decision by a person, in batches by (account, id) to match the index, so a page takes no longer
 * the more jobs wait for people. The last conditions skip what certainly must wait: accounts that are not approved,
 * paused workspaces, and jobs without a target whose account works.
 */
const findSql = (ofOne: boolean) => `
  with looked as materialized (
    select id, account_id, workspace_id, approval_id, mode, state, scheduled_at, quiet_until from publish_jobs
    where state in ('blocked', 'ready') and (account_id, id) > (?, ?) ${ofOne ? 'and account_id = ?' : ''}
    order by account_id, id limit ${AT_ONCE}
  ), waiting as (
    select j.id, j.account_id as "accountId", j.workspace_id as "workspaceId", j.mode, j.state, j.scheduled_at as "scheduledAt",
      j.quiet_until as "quietUntil", s.time_zone as "timeZone", s.quiet_hours as "quietHours", t.unpaid
    from looked j left join approvals p on p.id = j.approval_id
    join accounts a on a.id = j.account_id and a.state = 'approved'
    join workspaces s on s.id = j.workspace_id and s.paused_at is null
    cross join lateral (
      select coalesce(sum(u.credits) filter (where h.id is null and ${WORKS}), 0)::int as unpaid,
        coalesce(bool_or(${WORKS}), true) as connected
      from publications u
      left join connections c on c.id = u.connection_id
      left join credit_holds h on h.publication_id = u.id and h.state = 'held'
      where u.job_id = j.id and u.state = 'pending'
    ) t
    where (j.mode = 'auto' or p.state = 'approved') and t.connected
  )
  select (select coalesce(json_agg(w order by w."accountId", w.id), '[]') from waiting w) as jobs,
    (select json_build_object('accountId', account_id, 'id', id) from looked order by account_id, id offset ${AT_ONCE - 1}) as last`;

type Row = Omit<Waiting, 'scheduledAt' | 'quietUntil' | 'cursor'> & { scheduledAt: string | null; quietUntil: string | null };

/** The next waiting jobs of an account, or of all. `after`: null at the end. One query. */
export async function findWaiting(
  ctx: Context,
  accountId: string | null,
  after: string,
): Promise<{ jobs: Waiting[]; after: string | null }> {
  const [lastAccount = '', lastJob = ''] = after.split('/');
  const [page] = await ctx.em.execute<{ jobs: Row[]; last: Pick<Waiting, 'accountId' | 'id'> | null }[]>(findSql(accountId !== null), [
    lastAccount,
    lastJob,
    ...(accountId === null ? [] : [accountId]),
  ]);
  return { jobs: (page?.jobs ?? []).map(toWaiting), after: page?.last ? cursorOf(page.last) : null };
}

const cursorOf = ({ accountId, id }: Pick<Waiting, 'accountId' | 'id'>): string => `${accountId}/${id}`;

const timeOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

function toWaiting(row: Row): Waiting {
  return { ...row, scheduledAt: timeOf(row.scheduledAt), quietUntil: timeOf(row.quietUntil), cursor: cursorOf(row) };
}
