import { sql } from 'kysely';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, type Places, prepared, tables } from '../db/tables.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

interface UseOfDay {
  /** ISO date in the requested time zone. */
  day: string;
  unit: CreditUnit;
  /** The agent it was spent for; null for a person, or for an agent that the caller may not see. */
  agentId: string | null;
  agentName: LocalizedMessage | null;
  used: number;
}

export interface CreditUse {
  /** The first day. */
  from: string;
  /** Today. */
  to: string;
  /** Oldest first; days without use are omitted. */
  entries: UseOfDay[];
}

/** The account and the number of days to read in a time zone, including today. */
export interface UseWish {
  accountId: string;
  timeZone: string;
  days: number;
}

const MOST_DAYS = 92;

/** At most one row for each day, unit and agent; the index on settlements limits reading to the requested days. */
const USE = prepared(({ accountId, timeZone, from, now }: Places<{ accountId: string; timeZone: string; from: string; now: Date }>) =>
  tables
    .selectFrom('credit_entries as e')
    .leftJoin('credit_holds as h', 'h.id', 'e.hold_id')
    .leftJoin('grants as g', 'g.id', 'h.grant_id')
    .leftJoin('agents as a', 'a.id', 'g.agent_id')
    .select([sql<string>`to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'), 'e.bucket', 'g.agent_id'])
    .select(({ eb }) => eb('h.grant_id', 'is not', null).as('is_agent'))
    .select(['a.name as agent_name', sql<number>`-sum(e.held_delta)::int`.as('used')])
    .where('e.account_id', '=', accountId)
    .where('e.kind', '=', literal('settle'))
    .where('e.created_at', '>=', sql<Date>`(${from}::date)::timestamp at time zone ${timeZone}`)
    .where('e.created_at', '<=', now)
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1`)
    .orderBy(sql`5`),
);

/**
 * An account's usage on each of the last days of a time zone (1 to 92), by unit and agent. The caller has authorised
 * it.
 */
export async function creditUse(ctx: Context, input: UseWish): Promise<CreditUse> {
  const now = ctx.clock.now();
  const to = dayIn(now, input.timeZone);
  const from = firstDay(to, input.days);
  const rows = await query(ctx.em, USE({ ...input, from, now }));
  const byKey = new Map<string, UseOfDay>();
  for (const { day, bucket, is_agent: isAgent, agent_id: agentId, agent_name: name, used } of rows) {
    const unit = UNIT_OF_BUCKET[bucket];
    const agentName = isAgent ? (name ?? say`An agent of another workspace`) : null;
    const key = `${day} ${unit} ${agentId ?? isAgent}`;
    // The allowance and the packs are one unit.
    byKey.set(key, { day, unit, agentId, agentName, used: used + (byKey.get(key)?.used ?? 0) });
  }
  return { from, to, entries: [...byKey.values()] };
}

/** As above for several requests, in order: those of one account and zone share one query, of the longest period. */
export async function creditUses(ctx: Context, wishes: readonly UseWish[]): Promise<CreditUse[]> {
  const groups = Map.groupBy(wishes, ({ accountId, timeZone }) => `${accountId} ${timeZone}`);
  const uses = new Map<UseWish, CreditUse>();
  for (const same of groups.values()) {
    const longest = same.reduce((one, other) => (other.days > one.days ? other : one));
    const use = await creditUse(ctx, longest);
    for (const wish of same) uses.set(wish, lastDays(use, wish.days));
  }
  return wishes.flatMap((wish) => uses.get(wish) ?? []);
}

function lastDays({ to, entries }: CreditUse, days: number): CreditUse {
  const from = firstDay(to, days);
  return { from, to, entries: entries.filter(({ day }) => day >= from) };
}

const firstDay = (to: string, days: number): string => daysBefore(to, Math.min(Math.max(Math.trunc(days), 1), MOST_DAYS) - 1);

/** The calendar day of a moment in a zone. */
export function dayIn(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}
