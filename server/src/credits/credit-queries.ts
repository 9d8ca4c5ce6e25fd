import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';
import { BUCKETS, type Bucket, CreditEntry, CreditHold } from './credit.entities.ts';
import { periodOf } from './grant-allowance.ts';
import { allowanceOf, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

export interface Balance {
  bucket: Bucket;
  unit: CreditUnit;
  available: number;
  held: number;
}

/**
 * Every bucket of an account, always all three. Includes this month's allowance, even if it was not booked
 * yet: a read writes nothing. The caller has authorised the account.
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

const BALANCES = prepared(({ accounts }: Places<{ accounts: BoundValue }>) =>
  tables
    .selectFrom('accounts as a')
    .leftJoin('credit_balances as b', 'b.account_id', 'a.id')
    .select(['a.id', 'a.plan', 'b.bucket', 'b.available', 'b.held', 'b.period'])
    .where('a.id', '=', anyOf(accounts)),
);

/** The query of balancesFrom(), to be batched with others. */
export const balancesPart = (accountIds: BoundValue): Part<BalanceRow> => partOf(BALANCES({ accounts: accountIds }));

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

/** A ledger entry with the publication it concerns. */
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

interface UseInput {
  accountId: string;
  workspaceId: string;
  from: Date;
  to: Date;
}

const USE_BY_DAY = prepared(({ accountId, workspaceId, from, to }: Places<UseInput>) =>
  tables
    .selectFrom('credit_entries as e')
    .innerJoin('credit_holds as h', 'h.id', 'e.hold_id')
    .select([
      sql<string>`to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      sql<CreditUnit>`case when e.bucket = 'topup' then 'autoposting' else 'publication' end`.as('unit'),
      sql<number>`-sum(e.held_delta)::int`.as('used'),
    ])
    .where('e.account_id', '=', accountId)
    // Reservations from before budgets name only their publication.
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        eb('h.workspace_id', '=', workspaceId),
        and([
          eb('h.workspace_id', 'is', null),
          exists(
            selectFrom('publications as p')
              .select('p.id')
              .whereRef('p.id', '=', 'h.publication_id')
              .where('p.workspace_id', '=', workspaceId),
          ),
        ]),
      ]),
    )
    .where('e.kind', '=', literal('settle'))
    .where('e.created_at', '>=', from)
    .where('e.created_at', '<', to)
    .groupBy(sql`1, 2`)
    .orderBy(sql`1`)
    .orderBy(sql`2`),
);

/**
 * Credits that a workspace spent by day and unit, oldest first; days without use are omitted. `from` is inclusive, `to`
 * exclusive.
 */
export const useByDayPart = (input: UseInput): Part<DayOfUse> => partOf(USE_BY_DAY(input));

const USED_BY_GRANTS = prepared(({ grants, since }: Places<{ grants: BoundValue; since: Date }>) =>
  tables
    .selectFrom(({ selectFrom }) =>
      selectFrom('credit_holds')
        .select([sql<string>`grant_id`.as('grant_id'), 'credits'])
        .where('grant_id', '=', anyOf(grants))
        .where('created_at', '>=', since)
        .where('state', '<>', literal('released'))
        .unionAll(
          tables
            .selectFrom('credit_holds')
            .select([sql<string>`unnest(co_grant_ids)`.as('grant_id'), 'credits'])
            .where('co_grant_ids', '&&', sql<string[]>`${grants}::text[]`)
            .where('created_at', '>=', since)
            .where('state', '<>', literal('released')),
        )
        .as('counted'),
    )
    .select(['grant_id', sql<number>`sum(credits)::int`.as('used')])
    .groupBy('grant_id'),
);

/** Credits that each grant has used or reserved since then, alone or with others, by grant id. */
export async function usedByGrants(ctx: Context, grantIds: readonly string[], since: Date): Promise<Map<string, number>> {
  if (grantIds.length === 0) return new Map();
  const rows = await query(ctx.em, USED_BY_GRANTS({ grants: idsOf(grantIds), since }));
  return new Map(rows.map(({ grant_id, used }) => [grant_id, used]));
}

/** The credits that each publication has or had reserved, by publication id. */
export async function holdsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, CreditHold>> {
  if (publicationIds.length === 0) return new Map();
  const holds = await ctx.em.find(CreditHold, { publicationId: { $in: [...new Set(publicationIds)] } });
  return new Map(holds.map((hold) => [hold.publicationId, hold]));
}
