import type { Context } from '../../context.ts';
import type { QuietWindow } from '../../planning/week.ts';

/** A job that waits, as far as one statement can tell. */
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
  /** Credits of publications that have set none aside yet. */
  unpaid: number;
  /** Where a page that ends with it goes on. */
  cursor: string;
}

const AT_ONCE = 500;

/**
 * No person's decision is missing for these. By (account, id), as the index stands. Left out in the
 * end is what certainly waits on: everything of an account that is not approved or a workspace that is
 * paused, and what has a target without an account that works.
 */
const findSql = (ofOne: boolean) => `
  select w.*, s.time_zone as "timeZone", s.quiet_hours as "quietHours", t.unpaid, a.state = 'approved' and s.paused_at is null and t.connected as "isPossible"
  from (
    select j.id, j.account_id as "accountId", j.workspace_id as "workspaceId", j.mode, j.state, j.scheduled_at as "scheduledAt", j.quiet_until as "quietUntil"
    from publish_jobs j left join approvals p on p.id = j.approval_id
    where j.state in ('blocked', 'ready') and (j.mode = 'auto' or p.state = 'approved')
      and (j.account_id, j.id) > (?, ?) ${ofOne ? 'and j.account_id = ?' : ''}
    order by j.account_id, j.id limit ${AT_ONCE}
  ) w
  join accounts a on a.id = w."accountId"
  join workspaces s on s.id = w."workspaceId"
  cross join lateral (
    select coalesce(sum(u.credits) filter (where h.id is null), 0)::int as unpaid,
      coalesce(bool_and(c.id is not null and c.disconnected_at is null and c.health = 'healthy'), true) as connected
    from publications u
    left join connections c on c.id = u.connection_id
    left join credit_holds h on h.publication_id = u.id and h.state = 'held'
    where u.job_id = w.id and u.state = 'pending'
  ) t
  order by w."accountId", w.id`;

type Row = Omit<Waiting, 'scheduledAt' | 'quietUntil' | 'cursor'> & {
  scheduledAt: string | Date | null;
  quietUntil: string | Date | null;
  isPossible: boolean;
};

/** The next of an account's waiting jobs, or of all. `after`: null when there are no more. One statement. */
export async function findWaiting(
  ctx: Context,
  accountId: string | null,
  after: string,
): Promise<{ jobs: Waiting[]; after: string | null }> {
  const [lastAccount = '', lastJob = ''] = after.split('/');
  const rows = await ctx.em.execute<Row[]>(findSql(accountId !== null), [lastAccount, lastJob, ...(accountId === null ? [] : [accountId])]);
  const last = rows.at(-1);
  return {
    jobs: rows.filter(({ isPossible }) => isPossible).map(toWaiting),
    after: last && rows.length === AT_ONCE ? cursorOf(last) : null,
  };
}

const cursorOf = ({ accountId, id }: Pick<Waiting, 'accountId' | 'id'>): string => `${accountId}/${id}`;

const timeOf = (value: string | Date | null): Date | null => (value === null ? null : new Date(value));

function toWaiting(row: Row): Waiting {
  return { ...row, scheduledAt: timeOf(row.scheduledAt), quietUntil: timeOf(row.quietUntil), cursor: cursorOf(row) };
}
