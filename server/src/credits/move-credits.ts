import type { Context } from '../context.ts';
import { countChanged, query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { gatesMayHaveOpened } from '../events/follow-events.ts';
import { newId } from '../new-id.ts';
import { type Bucket, CreditEntry } from './credit.entities.ts';
import { forgetLowBalance } from './note-low-balance.ts';
import { UNIT_OF_BUCKET } from './products.ts';

/** One step of the ledger. The deltas may be negative; a balance never gets below zero. */
export interface Move {
  accountId: string;
  bucket: Bucket;
  kind: CreditEntry['kind'];
  available: number;
  held: number;
  holdId?: string;
  product?: string;
  /** The order of a purchase, or of its refund. */
  orderId?: string;
  note?: string;
}

/**
 * The only way to change a balance. One conditional UPDATE decides, for any number of concurrent processes: reading
 * first and writing after would sell the same credit twice. The entry is written in the same transaction, so the
 * entries always sum to the balance. False: the balance was too low, and nothing changed.
 */
export async function moveCredits(ctx: Context, move: Move): Promise<boolean> {
  assertTransaction(ctx);
  if (move.available > 0) await ensureBalance(ctx, move.accountId, move.bucket);
  const changed = await countChanged(
    ctx.em,
    tables
      .updateTable('credit_balances')
      .set(({ eb }) => ({ available: eb('available', '+', move.available), held: eb('held', '+', move.held) }))
      .where('account_id', '=', move.accountId)
      .where('bucket', '=', move.bucket)
      .where(({ eb }) => eb(eb('available', '+', move.available), '>=', 0))
      .where(({ eb }) => eb(eb('held', '+', move.held), '>=', 0)),
  );
  if (changed === 0) return false;
  ctx.em.create(CreditEntry, {
    id: newId('ent'),
    accountId: move.accountId,
    bucket: move.bucket,
    kind: move.kind,
    availableDelta: move.available,
    heldDelta: move.held,
    holdId: move.holdId ?? null,
    product: move.product ?? null,
    orderId: move.orderId ?? null,
    note: move.note ?? null,
    createdAt: ctx.clock.now(),
  });
  if (move.available > 0) await gatesMayHaveOpened(ctx, move.accountId);
  if (move.available > 0 && move.kind !== 'release') await forgetLowBalance(ctx, move.accountId, UNIT_OF_BUCKET[move.bucket]);
  return true;
}

/** The row that the conditional update works on. */
export async function ensureBalance(ctx: Context, accountId: string, bucket: Bucket): Promise<void> {
  await query(
    ctx.em,
    tables
      .insertInto('credit_balances')
      .values({ account_id: accountId, bucket, available: 0, held: 0 })
      .onConflict((on) => on.columns(['account_id', 'bucket']).doNothing()),
  );
}
