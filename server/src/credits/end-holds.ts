import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Bucket } from './credit-balance.entity.ts';
import { moveCredits } from './move-credits.ts';

/**
 * Ends the holds of publications, each once, and answers how many it ended. The conditional update
 * is what makes it once: of two that try at the same time, one finds the hold still held.
 */
export async function endHolds(ctx: Context, publicationIds: readonly string[], end: 'settled' | 'released'): Promise<number> {
  assertTransaction(ctx);
  if (publicationIds.length === 0) return 0;
  const holds = await ctx.em.execute<{ id: string; account_id: string; bucket: Bucket }[]>(
    `update credit_holds set state = ?, ended_at = ? where publication_id in (?) and state = 'held' returning id, account_id, bucket`,
    [end, ctx.clock.now(), [...publicationIds]],
  );
  // Balances are always locked in this order, `allowance` before `pack`, so that no two transactions wait for each other.
  for (const hold of holds.toSorted((a, b) => a.bucket.localeCompare(b.bucket))) {
    const moved = await moveCredits(ctx, {
      accountId: hold.account_id,
      bucket: hold.bucket,
      kind: end === 'settled' ? 'settle' : 'release',
      available: end === 'settled' ? 0 : 1,
      held: -1,
      holdId: hold.id,
    });
    if (!moved) throw new Error(`The ${hold.bucket} balance of ${hold.account_id} lacks the credit that ${hold.id} holds.`);
  }
  await ctx.em.flush();
  return holds.length;
}

/** Spends the credit that is held for a publication. That none is held would be a bug. */
export async function settleHold(ctx: Context, publicationId: string): Promise<void> {
  if ((await endHolds(ctx, [publicationId], 'settled')) !== 1) throw new Error(`No credit is held for ${publicationId}.`);
}

/** Gives the credits that are held for publications back; nothing happens for those that hold none. */
export async function releaseHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  await endHolds(ctx, publicationIds, 'released');
}
