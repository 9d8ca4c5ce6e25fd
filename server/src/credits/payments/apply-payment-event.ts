import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { bookOrder } from './book-order.ts';
import { CreditOrder } from './credit-order.entity.ts';
import type { PaymentEvent, ReceivedEvent } from './payments.ts';
import { noteDispute, takeBack } from './take-back.ts';

/**
 * Applies a Stripe event once, however often and in whatever order events arrive: its id is stored with the ledger's
 * entry, in one transaction, and the order's row is locked.
 */
export async function applyPaymentEvent(ctx: Context, { id, type, event }: ReceivedEvent): Promise<void> {
  assertTransaction(ctx);
  const isNew = await query(
    ctx.em,
    tables
      .insertInto('stripe_events')
      .values({ id, type, received_at: ctx.clock.now() })
      .onConflict((on) => on.column('id').doNothing())
      .returning('id'),
  );
  if (isNew.length === 0 || event.kind === 'other') return;
  const order = await findOrder(ctx, event);
  if (!order) return;
  switch (event.kind) {
    case 'paid':
      requireMatch(order, event);
      await bookOrder(ctx, order, event);
      break;
    case 'expired':
      if (order.state === 'open') order.state = 'expired';
      await ctx.em.flush();
      break;
    case 'refunded':
      requireDollars(event.currency);
      await takeBack(ctx, order, event.refundedCents);
      break;
    case 'disputed':
      requireDollars(event.currency);
      await noteDispute(ctx, order, event);
      break;
  }
}

/**
 * Null for foreign payments: other programs may use the same Stripe account. One with our reference must match an
 * order.
 */
async function findOrder(ctx: Context, event: Exclude<PaymentEvent, { kind: 'other' }>): Promise<CreditOrder | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const orderId = 'orderId' in event ? event.orderId : null;
  if (orderId) {
    const order = await ctx.em.findOne(CreditOrder, { id: orderId }, lock);
    return order ?? mismatch('It names an order that does not exist.');
  }
  const paymentIntentId = 'paymentIntentId' in event ? event.paymentIntentId : null;
  return paymentIntentId ? ctx.em.findOne(CreditOrder, { paymentIntentId }, lock) : null;
}

/** Amount, currency and session are those of our own row. */
function requireMatch(order: CreditOrder, { sessionId, amountCents, currency }: Extract<PaymentEvent, { kind: 'paid' }>): void {
  if (order.sessionId && order.sessionId !== sessionId) mismatch('It is of another session than its order.');
  requireDollars(currency);
  if (amountCents !== order.amountCents) mismatch(`It paid ${amountCents} cents, the order is ${order.amountCents}.`);
}

function requireDollars(currency: string | null): void {
  if (currency !== 'usd') mismatch(`Its currency is ${currency}.`);
}

function mismatch(message: string): never {
  throw new DomainError('payment_mismatch', { message });
}
