import type { Context } from '../context.ts';
import { ask } from '../db/reading/ask.ts';
import { newId } from '../new-id.ts';
import { periodOf } from './grant-allowance.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

export interface HoldInput {
  accountId: string;
  publicationId: string;
  unit: CreditUnit;
  /** Counts against this workspace's budget; null for what belongs to none. */
  workspaceId: string | null;
  /** Counts against this grant's limits. */
  grantId: string | null;
  /** And against these. */
  coGrantIds?: readonly string[];
}

export interface Draw {
  /** Whether nothing else was to be done first: it is held already, or the month's allowance is due. */
  isReady: boolean;
  /** Left of the unit after it; null where nothing was set aside. */
  left: number | null;
}

/**
 * Sets one credit aside where nothing else is to be done first: the hold, the balance and the entry in one statement.
 *
 * Of the two updates the second looks at what the first has done, so that they are made in this order: `allowance` before
 * `pack`, as everywhere. Each decides by the balance as it stands when its row is locked.
 */
export async function drawCredit(
  ctx: Context,
  { accountId, publicationId, unit, workspaceId, grantId, coGrantIds }: HoldInput,
): Promise<Draw> {
  const now = ctx.clock.now();
  const [first, second = null] = BUCKETS_OF_UNIT[unit];
  const coGrants = coGrantIds?.length ? `{${coGrantIds.join(',')}}` : null;
  // What was changed in memory only is not seen by the statement below.
  await ctx.em.flush();
  const [draw] = await ask<Draw>(ctx.em, DRAW, [
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
  ]);
  return draw ?? { isReady: false, left: null };
}

/** How many credits of a unit are left to an account. */
export interface Left {
  accountId: string;
  unit: CreditUnit;
  left: number;
}

/**
 * One credit each for many publications that hold none yet, in one statement: for all of an account and a unit, or for none of them,
 * where not all come from the first bucket that has any. Answers for whom they were set aside. Balances are locked in one order,
 * so that two that draw for the same accounts do not stand in each other's way; they are named once more as an array, or PostgreSQL, which
 * does not know how few they are, reads those of all accounts.
 */
export async function drawCredits(ctx: Context, inputs: readonly HoldInput[]): Promise<Left[]> {
  const now = ctx.clock.now();
  const asked = inputs.map(({ accountId, publicationId, unit, workspaceId, grantId, coGrantIds }) => ({
    accountId,
    publicationId,
    unit,
    first: BUCKETS_OF_UNIT[unit][0],
    second: BUCKETS_OF_UNIT[unit][1] ?? null,
    period: UNIT_OF_BUCKET.allowance === unit ? periodOf(now) : null,
    holdId: newId('hld'),
    entryId: newId('ent'),
    workspaceId,
    grantId,
    coGrants: coGrantIds?.length ? `{${coGrantIds.join(',')}}` : null,
  }));
  return ask<Left>(ctx.em, DRAW_MANY, [JSON.stringify(asked), now]);
}

const DRAW_MANY = `
  with asked as (
    select * from json_to_recordset($1::json) as a ("accountId" text, "publicationId" text, unit text, first text, second text, period text,
      "holdId" text, "entryId" text, "workspaceId" text, "grantId" text, "coGrants" text)
  ), wanted as (
    select "accountId", unit, first, second, period, count(*)::int as many from asked group by 1, 2, 3, 4, 5
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
    insert into credit_holds (id, account_id, publication_id, workspace_id, grant_id, co_grant_ids, bucket, state, created_at)
    select a."holdId", a."accountId", a."publicationId", a."workspaceId", a."grantId", a."coGrants"::text[], d.bucket, 'held', $2::timestamptz
    from asked a join drawn d on d."accountId" = a."accountId" and d.unit = a.unit
  ), entries as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select a."entryId", a."accountId", d.bucket, 'hold', -1, 1, a."holdId", $2::timestamptz
    from asked a join drawn d on d."accountId" = a."accountId" and d.unit = a.unit
  )
  select d."accountId", d.unit, d.available + coalesce((
    select sum(l.available)::int from locked l
    where l.account_id = d."accountId" and l.bucket in (d.first, d.second) and l.bucket <> d.bucket
  ), 0) as left from drawn d`;

const TAKE = 'update credit_balances set available = available - 1, held = held + 1 where account_id = $1 and available > 0';

const DRAW = `
  with ready as (
    select where not exists (select from credit_holds where publication_id = $2)
      and ($5::text is null or exists (select from credit_balances where account_id = $1 and bucket = 'allowance' and period >= $5::text))
  ), one as (
    ${TAKE} and bucket = $3 and exists (select from ready) returning bucket, available
  ), two as (
    ${TAKE} and bucket = $4 and exists (select from ready) and not exists (select from one) returning bucket, available
  ), drawn as (
    select * from one union all select * from two
  ), hold as (
    insert into credit_holds (id, account_id, publication_id, workspace_id, grant_id, co_grant_ids, bucket, state, created_at)
    select $6, $1, $2, $11, $7, $8::text[], bucket, 'held', $9::timestamptz from drawn
  ), entry as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select $10, $1, bucket, 'hold', -1, 1, $6, $9::timestamptz from drawn
  )
  select exists (select from ready) as "isReady", (
    select d.available + coalesce(sum(b.available)::int, 0)
    from drawn d left join credit_balances b on b.account_id = $1 and b.bucket in ($3, $4) and b.bucket <> d.bucket group by d.available
  ) as left`;
