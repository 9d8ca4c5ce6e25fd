import { addNotice } from '../../access/notices/add-notice.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { say } from '../../languages/sentence.ts';
import { moveCredits } from '../move-credits.ts';
import { readProduct } from '../read-purchase.ts';
import type { CreditOrder } from './credit-order.entity.ts';
import type { PaymentEvent } from './payments.ts';
import { takeBack } from './take-back.ts';

/** Adds the credits of a paid order, once: the order's row is locked, and the ledger accepts one purchase per order. */
export async function bookOrder(ctx: Context, order: CreditOrder, paid: Extract<PaymentEvent, { kind: 'paid' }>): Promise<void> {
  if (order.state === 'paid') return;
  const { accountId, credits, pieces, amountCents } = order;
  const product = readProduct(order.product);
  order.state = 'paid';
  order.paidAt = ctx.clock.now();
  order.sessionId = paid.sessionId;
  order.paymentIntentId = paid.paymentIntentId;
  await moveCredits(ctx, {
    accountId,
    bucket: product.bucket,
    kind: 'purchase',
    available: credits,
    held: 0,
    product: product.id,
    orderId: order.id,
    note: `${pieces} × ${product.label}, paid by card`,
  });
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId,
    action: 'credits.paid',
    subjectId: order.id,
    details: { product: product.id, credits, amountCents },
  });
  const message = say`${credits} credits were bought: ${pieces} × ${product.label} for ${dollars(amountCents)}.`;
  await addNotice(ctx, { accountId, kind: 'credits_bought', message });
  // A refund may have arrived first.
  await takeBack(ctx, order, order.refundedCents);
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
