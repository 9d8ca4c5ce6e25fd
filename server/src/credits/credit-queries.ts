import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { type BoundValue, idsOf, textArray } from '../db/reading/query.ts';
import { anyOf, literal, tables } from '../db/tables.ts';
import { BUCKETS, type Bucket } from './credit-balance.entity.ts';
import { CreditEntry } from './credit-entry.entity.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { periodOf } from './grant-allowance.ts';
import { allowanceOf, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

export interface Balance {
  bucket: Bucket;
  unit: CreditUnit;
  available: number;
  held: number;
}

/**
 * Every bucket of an account, always all three. This month's allowance is in it, whether it was
 * booked yet or not: a read writes nothing. The caller has authorised the account.
 */
export async function readBalances(ctx: Context, accountId: string): Promise<Balance[]> {
  return (await balancesOf(ctx, [accountId])).get(accountId) ?? [];
}

/** The balances of many accounts in one query. */
export async function balancesOf(ctx: Context, accountIds: readonly string[]): Promise<Map<string, Balance[]>> {
  if (accountIds.length === 0) return new Map();
  const { balances } = await readTogether(ctx.em, { balances: balancesPart(idsOf(accountIds)) });
  return balancesFrom(balances, ctx.clock.now());
}

interface BalanceRow {
  id: string;
  plan: string;
  bucket: Bucket | null;
  available: number | null;
  held: number | null;
  period: string | null;
}

/** The query of balancesFrom(), to be batched with others. */
export function balancesPart(accountIds: BoundValue): Part<BalanceRow> {
  return partOf(
    tables
      .selectFrom('accounts as a')
      .leftJoin('credit_balances as b', 'b.account_id', 'a.id')
      .select(['a.id', 'a.plan', 'b.bucket', 'b.available', 'b.held', 'b.period'])
      .where('a.id', '=', anyOf(accountIds)),
  );
}

/** Every bucket of each account, by account id. */
export function balancesFrom(rows: readonly BalanceRow[], now: Date): Map<string, Balance[]> {
  const period = periodOf(now);
  const balances = new Map<string, Balance[]>();
  for (const { id, plan } of rows) {
    if (balances.has(id)) continue;
    const find = (bucket: Bucket) => rows.find((row) => row.id === id && row.bucket === bucket);
    balances.set(
      id,
      BUCKETS.map((bucket) => {
        const row = find(bucket);
        const isDue = bucket === 'allowance' && (row?.period ?? '') < period;
        return { bucket, unit: UNIT_OF_BUCKET[bucket], available: isDue ? allowanceOf(plan) : (row?.available ?? 0), held: row?.held ?? 0 };
      }),
    );
  }
  return balances;
}

/** A line of the ledger with the publication it concerns. */
export interface LedgerLine {
  id: string;
  entry: CreditEntry;
  publicationId: string | null;
}

/** Absent or null values do not filter. */
export interface LedgerFilter {
  bucket?: Bucket | null;
  kind?: CreditEntry['kind'] | null;
}

/** The account's ledger, newest first. */
export async function listEntries(ctx: Context, accountId: string, request: PageRequest & LedgerFilter): Promise<Page<LedgerLine>> {
  const { bucket, kind } = request;
  const where = { accountId, ...(bucket ? { bucket } : {}), ...(kind ? { kind } : {}) };
  const cursors = cursorsOf(ctx, 'ledger', accountId);
  const { items, nextCursor, cursorOf } = await findPage(ctx.em, CreditEntry, where, { ...request, cursors, order: 'desc' });
  const holdIds = items.flatMap(({ holdId }) => holdId ?? []);
  const holds = holdIds.length === 0 ? [] : await ctx.em.find(CreditHold, { id: { $in: holdIds } });
  const publicationIds = new Map(holds.map(({ id, publicationId }) => [id, publicationId]));
  return {
    items: items.map((entry) => ({ id: entry.id, entry, publicationId: publicationIds.get(entry.holdId ?? '') ?? null })),
    nextCursor,
    cursorOf: ({ entry }) => cursorOf(entry),
  };
}

export interface DayOfUse {
  /** ISO date in UTC. */
  day: string;
  unit: CreditUnit;
  /** Credits spent that day. */
  used: number;
}

/** Credits spent by day and unit, oldest first; days without use are left out. `from` is inclusive, `to` exclusive. */
export async function useByDay(ctx: Context, input: { accountId: string; from: Date; to: Date }): Promise<DayOfUse[]> {
  const { days } = await readTogether(ctx.em, { days: useByDayPart(input) });
  return days;
}

/** The query, to be batched with others. */
export function useByDayPart({ accountId, from, to }: { accountId: string; from: Date; to: Date }): Part<DayOfUse> {
  return partOf(
    tables
      .selectFrom('credit_entries')
      .select([
        sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
        sql<CreditUnit>`case when bucket = 'topup' then 'autoposting' else 'publication' end`.as('unit'),
        sql<number>`-sum(held_delta)::int`.as('used'),
      ])
      .where('account_id', '=', accountId)
      .where('kind', '=', literal('settle'))
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .groupBy(sql`1, 2`)
      .orderBy(sql`1`)
      .orderBy(sql`2`),
  );
}

/** Credits that each grant has used or reserved since then, alone or with others, by grant id. */
export async function usedByGrants(ctx: Context, grantIds: readonly string[], since: Date): Promise<Map<string, number>> {
  if (grantIds.length === 0) return new Map();
  const rows = await ctx.em.execute<{ grant_id: string; used: number }[]>(
    `select grant_id, sum(credits)::int as used from (
       select grant_id, credits from credit_holds where grant_id in (?) and created_at >= ? and state <> 'released'
       union all
       select unnest(co_grant_ids), credits from credit_holds where co_grant_ids && ?::text[] and created_at >= ? and state <> 'released'
     ) counted group by grant_id`,
    [[...new Set(grantIds)], since, textArray(grantIds), since],
  );
  return new Map(rows.map(({ grant_id, used }) => [grant_id, used]));
}

/** The credits that each publication has or had set aside, by publication id. */
export async function holdsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, CreditHold>> {
  if (publicationIds.length === 0) return new Map();
  const holds = await ctx.em.find(CreditHold, { publicationId: { $in: [...new Set(publicationIds)] } });
  return new Map(holds.map((hold) => [hold.publicationId, hold]));
}
