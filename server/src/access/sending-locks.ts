import type { Context } from '../context.ts';
import { query, textArray } from '../db/reading/query.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { assertTransaction } from '../db/transaction.ts';

/** The whole service as a lock id, next to those of accounts, workspaces and grants. */
export const WHOLE_SERVICE = 'service';

const LOCK = 'hashtextextended(id, 11)';

/**
 * Locks what permits sending, before an intent to send is committed: a stop or a revocation has either committed and
 * is visible, or waits for this transaction. Advisory locks, because they queue fairly: under load, shared row locks
 * overlap without end and would starve a revocation.
 */
export async function lockAsSender(ctx: Context, ids: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  await query(ctx.em, `select pg_advisory_xact_lock_shared(${LOCK}) from unnest($1::text[]) id`, [textArray([WHOLE_SERVICE, ...ids])]);
}

/**
 * For commands that stop sending: waits for transactions that are committing an intent; later ones see the change.
 * `id`: something the actor may change, never one given by a caller.
 */
export async function lockAgainstSenders(ctx: Context, id: string): Promise<void> {
  assertTransaction(ctx);
  // A stop must succeed, also behind a frozen sender whose session ends only after its timeout.
  await ctx.em.execute(untilCommit({ ...SERVICE_LIMITS, lock: SERVICE_LIMITS.statement }));
  await ctx.em.execute(`select pg_advisory_xact_lock(${LOCK}) from unnest(?::text[]) id`, [textArray([id])]);
}
