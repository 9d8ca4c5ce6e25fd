import { addNotice } from '../../access/notices/add-notice.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { say } from '../../languages/sentence.ts';
import type { Bucket } from '../credit-balance.entity.ts';
import { moveCredits } from '../move-credits.ts';
import { readProduct } from '../read-purchase.ts';
import type { CreditOrder } from './credit-order.entity.ts';
import type { PaymentEvent } from './payments.ts';

/**
 * Updates the ledger to Stripe's refunds of a payment. A partial refund removes the same share of the credits,
 * rounded down. Used credits cannot be removed: no balance becomes negative, and the rest is reported to the
 * operator. Idempotent for the same sum.
 */
export async function takeBack(ctx: Context, order: CreditOrder, refundedCents: number): Promise<void> {
  order.refundedCents = Math.max(order.refundedCents, Math.min(refundedCents, order.amountCents));
  await ctx.em.flush();
  // Credits that were never added are not removed; bookOrder() calls this again.
  if (order.state !== 'paid') return;
  const due = Math.floor((order.credits * order.refundedCents) / order.amountCents) - order.takenBack - order.notTakenBack;
  if (due <= 0) return;
  const { accountId } = order;
  const { bucket } = readProduct(order.product);
  const taken = Math.min(due, await lockAvailable(ctx, accountId, bucket));
  const note =
    taken < due
      ? say`${due} credits of a payment that was given back: ${taken} taken, ${due - taken} were used already.`
      : say`${due} credits of a payment that was given back: ${taken} taken.`;
  if (taken > 0)
    await moveCredits(ctx, { accountId, bucket, kind: 'correction', available: -taken, held: 0, orderId: order.id, note: String(note) });
  order.takenBack += taken;
  order.notTakenBack += due - taken;
  await ctx.em.flush();
  const details = { refundedCents: order.refundedCents, taken, notTaken: due - taken };
  await recordAudit(ctx, { accountId, action: 'credits.taken_back', subjectId: order.id, details });
  await addNotice(ctx, { accountId, kind: 'payment_reversed', message: note });
}

/** An open dispute is only reported. The bank decides; a lost one is an involuntary refund. */
export async function noteDispute(ctx: Context, order: CreditOrder, event: Extract<PaymentEvent, { kind: 'disputed' }>): Promise<void> {
  const { accountId, id } = order;
  const { status, amountCents } = event;
  await recordAudit(ctx, { accountId, action: `credits.dispute_${status}`, subjectId: id, details: { amountCents } });
  if (status === 'lost') return takeBack(ctx, order, order.refundedCents + amountCents);
  const message =
    status === 'opened'
      ? say`The payment of an order of credits is disputed. The credits stay until the bank has decided.`
      : say`The dispute of a payment was closed in your favour; the payment stays.`;
  await addNotice(ctx, { accountId, kind: 'payment_reversed', message });
}

/** Locked until the end of the transaction, so the balance can be taken. */
async function lockAvailable(ctx: Context, accountId: string, bucket: Bucket): Promise<number> {
  const [row] = await query(
    ctx.em,
    tables.selectFrom('credit_balances').select('available').where('account_id', '=', accountId).where('bucket', '=', bucket).forUpdate(),
  );
  return row?.available ?? 0;
}
