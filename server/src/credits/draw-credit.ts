import type { Context } from '../context.ts';
import { query, textArray } from '../db/reading/query.ts';
import { newId } from '../new-id.ts';
import type { Balance } from './credit-queries.ts';
import { periodOf } from './grant-allowance.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

export interface HoldInput {
  accountId: string;
  publicationId: string;
  unit: CreditUnit;
  /** The cost, at least 1. */
  credits: number;
  /** Counts against this workspace's budget; null if it counts against none. */
  workspaceId: string | null;
  /** Counts against this grant's limits. */
  grantId: string | null;
  /** Also counts against these grants' limits. */
  coGrantIds?: readonly string[];
}

interface Draw {
  /** Whether the simple case applies; not if there is a reservation, or the month's allowance is due. */
  isReady: boolean;
  /** The remaining balance of the unit; null if nothing was reserved. */
  left: number | null;
  /** The balance of the unit, if it was too low. */
  available: number;
}

/**
 * Reserves a publication's credits in the simple case: reservation, balances and entries in one statement.
 * The second bucket covers what the first lacks; if both together are too low, nothing changes. Balances are
 * always locked in one order, `allowance` before `pack`, and read under that lock.
 */
export async function drawCredit(
  ctx: Context,
  { accountId, publicationId, unit, credits, workspaceId, grantId, coGrantIds }: HoldInput,
): Promise<Draw> {
  const now = ctx.clock.now();
  const [first, second = null] = BUCKETS_OF_UNIT[unit];
  const coGrants = coGrantIds?.length ? textArray(coGrantIds) : null;
  // Flushes changes, which the query below must see.
  await ctx.em.flush();
  const [draw] = await query<Draw>(ctx.em, DRAW, [
    accountId,
    publicationId,
    first ?? null,
    second,
    UNIT_OF_BUCKET.allowance === unit ? periodOf(now) : null,
    newId('hld'),
    grantId,
    coGrants,
    now,
    newId('ent'),
    workspaceId,
    credits,
    newId('ent'),
  ]);
  return draw ?? { isReady: false, left: null, available: 0 };
}

/** An account's balance of a unit. */
interface Left {
  accountId: string;
  unit: CreditUnit;
  left: number;
}

/**
 * Reserves credits for many publications without a reservation, in one statement: all or none per account and
 * unit, none if the first non-empty bucket does not cover all. Returns the publications with a reservation.
 * Balances are locked in one order, to avoid deadlocks; they are also passed as an array, or PostgreSQL,
 * unable to estimate how few there are, reads those of all accounts.
 */
export async function drawCredits(ctx: Context, inputs: readonly HoldInput[]): Promise<Left[]> {
  const now = ctx.clock.now();
  const asked = inputs.map(({ accountId, publicationId, unit, credits, workspaceId, grantId, coGrantIds }) => ({
    accountId,
    publicationId,
    unit,
    credits,
    first: BUCKETS_OF_UNIT[unit][0],
    second: BUCKETS_OF_UNIT[unit][1] ?? null,
    period: UNIT_OF_BUCKET.allowance === unit ? periodOf(now) : null,
    holdId: newId('hld'),
    entryId: newId('ent'),
    workspaceId,
    grantId,
    coGrants: coGrantIds?.length ? textArray(coGrantIds) : null,
  }));
  return query<Left>(ctx.em, DRAW_MANY, [JSON.stringify(asked), now]);
}

const DRAW_MANY = `
  with asked as (
    select * from json_to_recordset($1::json) as a ("accountId" text, "publicationId" text, unit text, credits int, first text, second text,
      period text, "holdId" text, "entryId" text, "workspaceId" text, "grantId" text, "coGrants" text)
  ), wanted as (
    select "accountId", unit, first, second, period, sum(credits)::int as many from asked group by 1, 2, 3, 4, 5
  ), locked as materialized (
    select b.account_id, b.bucket, b.available, b.period from credit_balances b
    where b.account_id = any (array(select "accountId" from wanted))
      and exists (select from wanted w where w."accountId" = b.account_id and b.bucket in (w.first, w.second))
    order by b.account_id, b.bucket for update
  ), chosen as (
    select w.*, (
      select l.bucket from locked l where l.account_id = w."accountId" and l.bucket in (w.first, w.second) and l.available > 0
      order by l.bucket = w.first desc limit 1
    ) as bucket
    from wanted w where w.period is null
      or exists (select from locked l where l.account_id = w."accountId" and l.bucket = 'allowance' and l.period >= w.period)
  ), drawn as (
    update credit_balances b set available = b.available - c.many, held = b.held + c.many
    from chosen c where b.account_id = any (array(select "accountId" from wanted))
      and b.account_id = c."accountId" and b.bucket = c.bucket and b.available >= c.many
    returning c."accountId", c.unit, c.first, c.second, b.bucket, b.available
  ), holds as (
    insert into credit_holds (id, account_id, publication_id, workspace_id, grant_id, co_grant_ids, bucket, credits, state, created_at)
    select a."holdId", a."accountId", a."publicationId", a."workspaceId", a."grantId", a."coGrants"::text[], d.bucket, a.credits, 'held', $2::timestamptz
    from asked a join drawn d on d."accountId" = a."accountId" and d.unit = a.unit
  ), entries as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select a."entryId", a."accountId", d.bucket, 'hold', -a.credits, a.credits, a."holdId", $2::timestamptz
    from asked a join drawn d on d."accountId" = a."accountId" and d.unit = a.unit
  )
  select d."accountId", d.unit, d.available + coalesce((
    select sum(l.available)::int from locked l
    where l.account_id = d."accountId" and l.bucket in (d.first, d.second) and l.bucket <> d.bucket
  ), 0) as left from drawn d`;

const DRAW = `
  with ready as (
    select where not exists (select from credit_holds where publication_id = $2)
      and ($5::text is null or exists (select from credit_balances where account_id = $1 and bucket = 'allowance' and period >= $5::text))
  ), locked as materialized (
    select bucket, available from credit_balances
    where account_id = $1 and bucket in ($3, $4) and exists (select from ready) order by bucket for update
  ), shares as (
    select bucket, least(available, $12::int - case when bucket = $3 then 0 else in_first end) as many
    from locked, (select coalesce(max(available) filter (where bucket = $3), 0) as in_first from locked) l
    where available > 0 and (bucket = $3 or in_first < $12::int)
  ), enough as (
    select * from shares where (select sum(many) from shares) = $12::int
  ), drawn as (
    update credit_balances b set available = b.available - e.many, held = b.held + e.many
    from enough e where b.account_id = $1 and b.bucket = e.bucket and b.available >= e.many
    returning b.bucket, e.many
  ), hold as (
    insert into credit_holds (id, account_id, publication_id, workspace_id, grant_id, co_grant_ids, bucket, credits, from_pack, state, created_at)
    select $6, $1, $2, $11, $7, $8::text[], min(bucket), sum(many), case when count(*) > 1 then max(many) filter (where bucket = 'pack') else 0 end,
      'held', $9::timestamptz
    from drawn having count(*) > 0
  ), entries as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select case when bucket = $3 then $10 else $13 end, $1, bucket, 'hold', -many, many, $6, $9::timestamptz from drawn
  )
  select exists (select from ready) as "isReady", (select coalesce(sum(available), 0)::int from locked) as available, (
    select sum(available)::int - $12::int from locked where exists (select from drawn)
  ) as left`;

interface PlannedDraw extends Pick<Balance, 'bucket' | 'available'> {
  quantity: number;
}

/** The buckets that a number of credits would come from, in order; uncovered credits are omitted. */
export function planDraws(balances: readonly Balance[], unit: CreditUnit, quantity: number): PlannedDraw[] {
  let left = quantity;
  return balances
    .filter((balance) => balance.unit === unit)
    .map(({ bucket, available }) => {
      const drawn = Math.min(left, available);
      left -= drawn;
      return { bucket, available, quantity: drawn };
    })
    .filter((draw) => draw.quantity > 0);
}
