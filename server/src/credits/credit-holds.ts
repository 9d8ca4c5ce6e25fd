import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { statesBefore } from '../state-table.ts';
import { CreditHold, HOLD_TRANSITIONS } from './credit.entities.ts';
import { drawCredit, drawCredits, type HoldInput } from './draw-credit.ts';
import { grantAllowance } from './grant-allowance.ts';
import { moveCredits, noteLowBalance } from './move-credits.ts';

/** Conditional, so a reservation ends once: of concurrent calls, one succeeds. Balances are locked in one order. */
const SETTLE = `
  with asked as (
    select * from json_to_recordset($1::json) as a ("publicationId" text, "entryId" text, "packEntryId" text)
  ), ended as (
    update credit_holds h set state = 'settled', ended_at = $2::timestamptz from asked a where h.publication_id = a."publicationId" and h.state = 'held'
    returning h.id, h.account_id, h.bucket, h.credits, h.from_pack, a."entryId", a."packEntryId"
  ), shares as (
    select id, account_id, bucket, credits - from_pack as many, "entryId" as entry_id from ended
    union all select id, account_id, 'pack', from_pack, "packEntryId" from ended where from_pack > 0
  ), wanted as (
    select account_id, bucket, sum(many)::int as many from shares group by 1, 2
  ), locked as materialized (
    select b.account_id, b.bucket from credit_balances b
    where exists (select from wanted w where w.account_id = b.account_id and w.bucket = b.bucket) order by b.account_id, b.bucket for update
  ), spent as (
    update credit_balances b set held = b.held - w.many from wanted w join locked l on l.account_id = w.account_id and l.bucket = w.bucket
    where b.account_id = w.account_id and b.bucket = w.bucket and b.held >= w.many returning w.many
  ), entries as (
    insert into credit_entries (id, account_id, bucket, kind, available_delta, held_delta, hold_id, created_at)
    select entry_id, account_id, bucket, 'settle', 0, -many, id, $2::timestamptz from shares
  )
  select (select count(*)::int from ended) as holds, (select coalesce(sum(credits), 0)::int from ended) as credits,
    coalesce(sum(many), 0)::int as spent from spent`;

/**
 * Spends the publications' reservations, all or none: reservations, balances and entries in one statement. A missing
 * reservation is a bug. The caller has flushed.
 */
export async function settleHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  const holds = await settle(ctx, publicationIds);
  if (holds !== publicationIds.length)
    throw new Error(`${publicationIds.length} publications are to be paid for, and ${holds} hold credits.`);
}

/** Returns how many reservations were settled. */
async function settle(ctx: Context, publicationIds: readonly string[]): Promise<number> {
  assertTransaction(ctx);
  const asked = publicationIds.map((publicationId) => ({ publicationId, entryId: newId('ent'), packEntryId: newId('ent') }));
  const [done] = await query<{ holds: number; credits: number; spent: number }>(ctx.em, SETTLE, [JSON.stringify(asked), ctx.clock.now()]);
  if (!done || done.spent !== done.credits) throw new Error(`${done?.credits} credits are to be spent, and ${done?.spent} are held.`);
  return done.holds;
}

/** Releases the publications' reservations, each once; no effect without one. */
export async function releaseHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  if (publicationIds.length === 0) return;
  const holds = await query(
    ctx.em,
    tables
      .with('ended', (db) =>
        db
          .updateTable('credit_holds')
          .set({ state: 'released', ended_at: ctx.clock.now() })
          .where('publication_id', '=', anyOf(publicationIds))
          .where('state', 'in', statesBefore(HOLD_TRANSITIONS, 'released').map(literal))
          .returning(['id', 'account_id', 'bucket', 'credits', 'from_pack']),
      )
      .selectFrom('ended')
      .select(['id', 'account_id as accountId', 'bucket', sql<number>`credits - from_pack`.as('many')])
      .unionAll((db) =>
        db
          .selectFrom('ended')
          .select(['id', 'account_id as accountId', literal('pack').as('bucket'), 'from_pack as many'])
          .where('from_pack', '>', 0),
      ),
  );
  // Balances are always locked in this order, `allowance` before `pack`, to avoid deadlocks.
  for (const { id: holdId, accountId, bucket, many } of holds.toSorted((a, b) => a.bucket.localeCompare(b.bucket))) {
    const moved = await moveCredits(ctx, { accountId, bucket, kind: 'release', available: many, held: -many, holdId });
    if (!moved) throw new Error(`The ${bucket} balance of ${accountId} lacks the credits that ${holdId} holds.`);
  }
  await ctx.em.flush();
}

/**
 * Reserves a publication's credits, from the unit's buckets in order: all or none. A publication has one reservation
 * in its life: while that is open, nothing changes.
 */
export async function holdCredit(ctx: Context, input: HoldInput): Promise<void> {
  assertTransaction(ctx);
  const { isReady, left, available } = await drawCredit(ctx, input);
  if (left !== null) await noteLowBalance(ctx, input.accountId, input.unit, left);
  else if (isReady) throw tooFew(input, available);
  else await holdStepByStep(ctx, input);
}

/**
 * holdCredit() for any number of publications; returns which of them have a reservation. Publications without
 * one are paid only if their account can pay for all of its own from one bucket; the others are unchanged, to
 * be repeated one by one.
 */
export async function holdCredits(ctx: Context, inputs: readonly HoldInput[]): Promise<Set<string>> {
  assertTransaction(ctx);
  const [input] = inputs;
  if (!input) return new Set();
  if (inputs.length === 1) return (await holdIfEnough(ctx, input)) ? new Set([input.publicationId]) : new Set();
  const drawn = await drawCredits(ctx, inputs);
  for (const { accountId, unit, left } of drawn) await noteLowBalance(ctx, accountId, unit, left);
  const isDrawn = (each: HoldInput) => drawn.some(({ accountId, unit }) => accountId === each.accountId && unit === each.unit);
  return new Set(inputs.filter(isDrawn).map(({ publicationId }) => publicationId));
}

async function holdIfEnough(ctx: Context, input: HoldInput): Promise<boolean> {
  try {
    await holdCredit(ctx, input);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_credits') return false;
    throw error;
  }
}

/** Covers, in several statements, an existing reservation or the first use of a month. */
async function holdStepByStep(ctx: Context, input: HoldInput): Promise<void> {
  const standing = await ctx.em.findOne(CreditHold, { publicationId: input.publicationId }, { refresh: true });
  if (standing?.state === 'held') return;
  if (standing) throw new Error(`The hold of ${input.publicationId} has ended as ${standing.state}; it cannot be held again.`);

  if (input.unit === 'publication') await grantAllowance(ctx, input.accountId);
  const { left, available } = await drawCredit(ctx, input);
  if (left === null) throw tooFew(input, available);
  await noteLowBalance(ctx, input.accountId, input.unit, left);
}

function tooFew({ unit, credits: required }: HoldInput, available: number): DomainError {
  return new DomainError('insufficient_credits', { details: { unit, required, available } });
}
