import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { BUCKETS, type Bucket } from './credit.entities.ts';

export interface LedgerReport {
  isConsistent: boolean;
  entries: number;
  holds: number;
  /** One sentence for each fault. */
  problems: string[];
}

/** Recomputes every sum of an account's ledger and the life of each reservation. Read-only. */
export async function verifyLedger(ctx: Context, accountId: string): Promise<LedgerReport> {
  const sums = await query(
    ctx.em,
    tables
      .selectFrom('credit_entries')
      .select([
        'bucket',
        sql<number>`count(*)::int`.as('entries'),
        sql<number>`sum(available_delta)::int`.as('available'),
        sql<number>`sum(held_delta)::int`.as('held'),
      ])
      .where('account_id', '=', accountId)
      .groupBy('bucket'),
  );
  const balances = await query(
    ctx.em,
    tables.selectFrom('credit_balances').select(['bucket', 'available', 'held']).where('account_id', '=', accountId),
  );
  const holds = await ctx.em.execute<{ bucket: Bucket; held: number; holds: number }[]>(
    `select s.bucket, count(*) filter (where s.is_first)::int as holds, coalesce(sum(s.many) filter (where h.state = 'held'), 0)::int as held
     from credit_holds h cross join lateral (values (h.bucket, h.credits - h.from_pack, true), ('pack', h.from_pack, false)) s (bucket, many, is_first)
     where h.account_id = ? and s.many > 0 group by s.bucket`,
    [accountId],
  );

  const problems = BUCKETS.flatMap((bucket) => {
    const sum = sums.find((row) => row.bucket === bucket) ?? { available: 0, held: 0 };
    const balance = balances.find((row) => row.bucket === bucket) ?? { available: 0, held: 0 };
    const held = holds.find((row) => row.bucket === bucket)?.held ?? 0;
    return [
      sum.available === balance.available ? '' : `${bucket}: ${balance.available} are available, the entries sum to ${sum.available}.`,
      sum.held === balance.held ? '' : `${bucket}: ${balance.held} are held, the entries sum to ${sum.held}.`,
      held === balance.held ? '' : `${bucket}: ${balance.held} are held, and its holds are of ${held}.`,
    ].filter(Boolean);
  });
  problems.push(...(await faultyHolds(ctx, accountId)), ...(await faultyOrders(ctx, accountId)));
  return {
    isConsistent: problems.length === 0,
    entries: sums.reduce((total, row) => total + row.entries, 0),
    holds: holds.reduce((total, row) => total + row.holds, 0),
    problems,
  };
}

/**
 * A reservation has, for each of its buckets, one `hold` entry of (-n, +n) and, once it has ended, one of either
 * `settle` (0, -n) or `release` (+n, -n), all of them in its own account and for that bucket's amount.
 */
async function faultyHolds(ctx: Context, accountId: string): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string; state: string; entries: string | null }[]>(
    `select * from (
       select h.id, h.state, h.ended_at, (
           select string_agg(s.bucket || ' ' || k.kind || ' ' || k.available * s.many || ' ' || k.held * s.many, ', ' order by k.kind, s.bucket)
           from (values (h.bucket, h.credits - h.from_pack), ('pack', h.from_pack)) s (bucket, many)
             join (values ('hold', -1, 1, 'held'), ('settle', 0, -1, 'settled'), ('release', 1, -1, 'released')) k (kind, available, held, state)
               on k.state in ('held', h.state)
           where s.many > 0
         ) as expected,
         string_agg(e.bucket || ' ' || e.kind || ' ' || e.available_delta || ' ' || e.held_delta, ', ' order by e.kind, e.bucket) as entries,
         count(e.id) filter (where e.account_id <> h.account_id) as foreign_entries
       from credit_holds h left join credit_entries e on e.hold_id = h.id
       where h.account_id = ? group by h.id) as lives
     where foreign_entries > 0 or (ended_at is null) <> (state = 'held') or entries is distinct from expected`,
    [accountId],
  );
  return rows.map(({ id, state, entries }) => `${id} is ${state}, its entries are: ${entries ?? 'none'}.`);
}

/** Paid orders were added once, and their refunds are in the ledger. */
async function faultyOrders(ctx: Context, accountId: string): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string; state: string; credits: number; taken_back: number; added: number; taken: number }[]>(
    `select * from (
       select o.id, o.state, o.credits, o.taken_back,
              coalesce(sum(e.available_delta) filter (where e.kind = 'purchase'), 0)::int as added,
              coalesce(-sum(e.available_delta) filter (where e.kind = 'correction'), 0)::int as taken
       from credit_orders o left join credit_entries e on e.order_id = o.id and e.account_id = o.account_id
       where o.account_id = ? group by o.id) as orders
     where added <> case state when 'paid' then credits else 0 end or taken <> taken_back`,
    [accountId],
  );
  return rows.map(({ id, state, added, taken }) => `${id} is ${state}, the ledger added ${added} for it and took ${taken} back.`);
}
