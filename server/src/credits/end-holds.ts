import type { Context } from '../context.ts';
import { ask } from '../db/reading/ask.ts';
import { assertTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { Bucket } from './credit-balance.entity.ts';
import { moveCredits } from './move-credits.ts';

/** Conditional, so that a hold ends once: of two that try at the same time, one finds it still held. */
const SETTLE = `
  with ended as (
    update credit_holds set state = 'settled', ended_at = $2::timestamptz where publication_id = $1 and state = 'held'
    returning id, account_id, bucket
  ), spent as (
    update credit_balances b set held = b.held - 1 from ended e
    where b.account_id = e.account_id and b.bucket = e.bucket and b.held > 0 returning e.id, b.account_id, b.bucket
  ), entry as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select $3, account_id, bucket, 'settle', 0, -1, id, $2::timestamptz from spent
  )
  select id from spent`;

/** Spends the credit that is held for a publication: hold, balance and entry in one statement. That none is held would be a bug. */
export async function settleHold(ctx: Context, publicationId: string): Promise<void> {
  assertTransaction(ctx);
  await ctx.em.flush();
  const spent = await ask(ctx.em, SETTLE, [publicationId, ctx.clock.now(), newId('ent')]);
  if (spent.length !== 1) throw new Error(`No credit is held for ${publicationId}.`);
}

/** The same for many, each once. Balances are locked in one order, so that no two wait for each other. */
const SETTLE_MANY = `
  with asked as (
    select * from json_to_recordset($1::json) as a ("publicationId" text, "entryId" text)
  ), ended as (
    update credit_holds h set state = 'settled', ended_at = $2::timestamptz from asked a where h.publication_id = a."publicationId" and h.state = 'held'
    returning h.id, h.account_id, h.bucket, a."entryId"
  ), wanted as (
    select account_id, bucket, count(*)::int as many from ended group by 1, 2
  ), locked as materialized (
    select b.account_id, b.bucket from credit_balances b
    where exists (select from wanted w where w.account_id = b.account_id and w.bucket = b.bucket) order by b.account_id, b.bucket for update
  ), spent as (
    update credit_balances b set held = b.held - w.many from wanted w join locked l on l.account_id = w.account_id and l.bucket = w.bucket
    where b.account_id = w.account_id and b.bucket = w.bucket and b.held >= w.many returning w.many
  ), entries as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select "entryId", account_id, bucket, 'settle', 0, -1, id, $2::timestamptz from ended
  )
  select coalesce(sum(many), 0)::int as many from spent`;

/** Spends the credits that are held for publications, all of them or none: that one holds none would be a bug. */
export async function settleHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  const asked = publicationIds.map((publicationId) => ({ publicationId, entryId: newId('ent') }));
  const [spent] = await ask<{ many: number }>(ctx.em, SETTLE_MANY, [JSON.stringify(asked), ctx.clock.now()]);
  if (spent?.many !== asked.length) throw new Error(`${asked.length} credits are to be spent, and ${spent?.many} are held.`);
}

/** Gives the credits that are held for publications back, each once; nothing happens for those that hold none. */
export async function releaseHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  if (publicationIds.length === 0) return;
  const holds = await ctx.em.execute<{ id: string; account_id: string; bucket: Bucket }[]>(
    `update credit_holds set state = 'released', ended_at = ? where publication_id in (?) and state = 'held' returning id, account_id, bucket`,
    [ctx.clock.now(), [...publicationIds]],
  );
  // Balances are always locked in this order, `allowance` before `pack`, so that no two transactions wait for each other.
  for (const { id, account_id: accountId, bucket } of holds.toSorted((a, b) => a.bucket.localeCompare(b.bucket))) {
    const moved = await moveCredits(ctx, { accountId, bucket, kind: 'release', available: 1, held: -1, holdId: id });
    if (!moved) throw new Error(`The ${bucket} balance of ${accountId} lacks the credit that ${id} holds.`);
  }
  await ctx.em.flush();
}
