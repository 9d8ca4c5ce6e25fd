import type { Context } from '../../context.ts';
import { type CreditUnit, UNIT_OF_BUCKET } from '../products.ts';

export interface UseOfDay {
  /** ISO date in the zone that was asked for. */
  day: string;
  unit: CreditUnit;
  /** The agent it was spent for; null where a person asked, or where the agent is one that the caller does not see. */
  agentId: string | null;
  agentName: string | null;
  used: number;
}

export interface CreditUse {
  /** The first day that was looked at. */
  from: string;
  /** Today. */
  to: string;
  /** Oldest first; days without use are left out. */
  entries: UseOfDay[];
}

const MOST_DAYS = 92;

/** At most one row for each day, unit and agent; the index on settlements bounds what is read to the days asked for. */
const USE = `
  select to_char(e.created_at at time zone ?, 'YYYY-MM-DD') as day, e.bucket, g.agent_id,
    case when h.grant_id is not null then coalesce(a.name, 'An agent of another workspace') end as agent_name, -sum(e.held_delta)::int as used
  from credit_entries e
  left join credit_holds h on h.id = e.hold_id
  left join grants g on g.id = h.grant_id
  left join agents a on a.id = g.agent_id
  where e.account_id = ? and e.kind = 'settle'
    and e.created_at >= (?::date)::timestamp at time zone ? and e.created_at <= ?
  group by 1, 2, 3, 4 order by 1, 4`;

/** What an account has spent on each of the last days of a zone, by unit and agent. The caller has authorised. */
export async function creditUse(ctx: Context, input: { accountId: string; timeZone: string; days: number }): Promise<CreditUse> {
  const now = ctx.clock.now();
  const days = Math.min(Math.max(Math.trunc(input.days), 1), MOST_DAYS);
  const to = dayIn(now, input.timeZone);
  const from = daysBefore(to, days - 1);
  type Row = { day: string; bucket: keyof typeof UNIT_OF_BUCKET; agent_id: string | null; agent_name: string | null; used: number };
  const rows = await ctx.em.execute<Row[]>(USE, [input.timeZone, input.accountId, from, input.timeZone, now]);
  const byKey = new Map<string, UseOfDay>();
  for (const { day, bucket, agent_id: agentId, agent_name: agentName, used } of rows) {
    const unit = UNIT_OF_BUCKET[bucket];
    const key = `${day} ${unit} ${agentId ?? agentName}`;
    // The allowance and the packs are one unit.
    byKey.set(key, { day, unit, agentId, agentName, used: used + (byKey.get(key)?.used ?? 0) });
  }
  return { from, to, entries: [...byKey.values()] };
}

/** The calendar day of a moment in a zone. */
export function dayIn(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}
