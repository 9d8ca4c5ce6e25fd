import { LockMode } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { addNotice } from '../../access/notices.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import type { Bucket } from '../credit.entities.ts';
import { moveCredits } from '../move-credits.ts';
import { readProduct } from '../products.ts';
import { CreditOrder, ORDER_TRANSITIONS } from './payment.entities.ts';
import type { PaymentEvent, ReceivedEvent } from './payments.ts';

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
      .values({ id, type, received_at: ctx.clock.now(), ...amountOf(event) })
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
      if (order.state === 'open') order.state = nextState('order', ORDER_TRANSITIONS, order.state, 'expired');
      await ctx.em.flush();
      break;
    case 'refunded':
      requireDollars(event.currency);
      await noteRefunds(ctx, order, event);
      break;
    case 'refund_failed':
      requireDollars(event.currency);
      await noteFailedRefund(ctx, order, event);
      break;
    case 'disputed':
      requireDollars(event.currency);
      await noteDispute(ctx, order, event);
      break;
  }
}

/** What a lost dispute costs, or a failed refund returns: stored with the event, since its order may not be known by its payment yet. */
function amountOf(event: PaymentEvent): {
  payment_intent_id?: string | null;
  lost_cents?: number;
  failed_cents?: number;
  failed_at?: Date;
} {
  if (event.kind === 'refund_failed')
    return { payment_intent_id: event.paymentIntentId, failed_cents: event.failedCents, failed_at: event.at };
  if (event.kind !== 'disputed' || event.status !== 'lost') return {};
  return { payment_intent_id: event.paymentIntentId, lost_cents: event.amountCents };
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

/** Adds the credits of a paid order, once: the order's row is locked, and the ledger accepts one purchase per order. */
async function bookOrder(ctx: Context, order: CreditOrder, paid: Extract<PaymentEvent, { kind: 'paid' }>): Promise<void> {
  if (order.state === 'paid') return;
  const { accountId, credits, pieces, amountCents } = order;
  const product = readProduct(order.product);
  order.state = nextState('order', ORDER_TRANSITIONS, order.state, 'paid');
  order.paidAt = ctx.clock.now();
  order.sessionId = paid.sessionId;
  order.paymentIntentId ??= paid.paymentIntentId;
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
  // A refund or a lost dispute may have arrived first.
  await applyReturns(ctx, order);
}

/** For instance `$5.00`. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The newest of Stripe's sums counts, less the refunds that have failed since. */
async function noteRefunds(ctx: Context, order: CreditOrder, refunded: Extract<PaymentEvent, { kind: 'refunded' }>): Promise<void> {
  const { paymentIntentId, refundedCents, at } = refunded;
  order.paymentIntentId ??= paymentIntentId;
  const [since, before] = [at.getTime(), order.refundedAt?.getTime() ?? null];
  if (before !== null && before > since) return;
  if ((before === null || before === since) && refundedCents <= order.refundedCents) return;
  const failed = await sumOfEvents(ctx, order, sql`case when failed_at >= ${at} then failed_cents end`);
  order.refundedCents = Math.max(Math.min(refundedCents, order.amountCents) - failed, 0);
  order.refundedAt = at;
  await applyReturns(ctx, order);
}

/** Its amount is at Stripe again. A later sum of the refunds is without it. */
async function noteFailedRefund(
  ctx: Context,
  order: CreditOrder,
  { failedCents, at }: Extract<PaymentEvent, { kind: 'refund_failed' }>,
): Promise<void> {
  if (order.refundedAt && order.refundedAt > at) return;
  order.refundedCents = Math.max(order.refundedCents - failedCents, 0);
  await applyReturns(ctx, order);
}

/**
 * Updates the ledger to Stripe's refunds of a payment and to lost disputes, which are not in Stripe's sum. A partial
 * refund removes the same share of the credits, rounded down. Used credits cannot be removed: no balance becomes
 * negative, and the rest is reported to the operator. Idempotent for the same sum.
 */
async function applyReturns(ctx: Context, order: CreditOrder): Promise<void> {
  await ctx.em.flush();
  // Credits that were never added are not removed; bookOrder() calls this again.
  if (order.state !== 'paid') return;
  const lost = await sumOfEvents(ctx, order, sql`lost_cents`);
  const returnedCents = Math.min(order.refundedCents + lost, order.amountCents);
  const total = Math.floor((order.credits * returnedCents) / order.amountCents);
  const due = total - order.takenBack - order.notTakenBack;
  if (due > 0) await removeCredits(ctx, order, { due, returnedCents });
  if (due < 0) await giveBackCredits(ctx, order, { total, returnedCents });
}

async function removeCredits(
  ctx: Context,
  order: CreditOrder,
  { due, returnedCents }: { due: number; returnedCents: number },
): Promise<void> {
  const { accountId } = order;
  const { bucket } = readProduct(order.product);
  const taken = Math.min(due, await lockAvailable(ctx, accountId, bucket));
  const note =
    taken < due
      ? say`${due} credits of a refunded payment: ${taken} deducted, ${due - taken} had already been used.`
      : say`${due} credits of a refunded payment: ${taken} deducted.`;
  if (taken > 0)
    await moveCredits(ctx, { accountId, bucket, kind: 'correction', available: -taken, held: 0, orderId: order.id, note: String(note) });
  order.takenBack += taken;
  order.notTakenBack += due - taken;
  await ctx.em.flush();
  const details = { refundedCents: returnedCents, taken, notTaken: due - taken };
  await recordAudit(ctx, { accountId, action: 'credits.taken_back', subjectId: order.id, details });
  await addNotice(ctx, { accountId, kind: 'payment_reversed', message: note });
}

/** After a failed refund: `total` credits stay removed, and those that had been used are settled first. */
async function giveBackCredits(
  ctx: Context,
  order: CreditOrder,
  { total, returnedCents }: { total: number; returnedCents: number },
): Promise<void> {
  const { accountId, id: orderId } = order;
  const given = Math.max(order.takenBack - total, 0);
  order.takenBack -= given;
  order.notTakenBack = total - order.takenBack;
  const note = say`A refund failed: ${given} deducted credits were returned.`;
  if (given > 0) {
    const { bucket } = readProduct(order.product);
    await moveCredits(ctx, { accountId, bucket, kind: 'correction', available: given, held: 0, orderId, note: String(note) });
    await addNotice(ctx, { accountId, kind: 'payment_reversed', message: note });
  }
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'credits.given_back', subjectId: orderId, details: { refundedCents: returnedCents, given } });
}

/** The sum of an amount of the payment's stored events. */
async function sumOfEvents(ctx: Context, { paymentIntentId }: CreditOrder, cents: RawBuilder<unknown>): Promise<number> {
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('stripe_events')
      .select(sql<number>`coalesce(sum(${cents}), 0)::int`.as('cents'))
      .where('payment_intent_id', '=', paymentIntentId ?? ''),
  );
  return row?.cents ?? 0;
}

/** An open dispute is only reported. The bank decides; a lost one is an involuntary refund. */
async function noteDispute(ctx: Context, order: CreditOrder, event: Extract<PaymentEvent, { kind: 'disputed' }>): Promise<void> {
  const { accountId, id } = order;
  const { status, amountCents } = event;
  await recordAudit(ctx, { accountId, action: `credits.dispute_${status}`, subjectId: id, details: { amountCents } });
  if (status === 'lost') return applyReturns(ctx, order);
  const message =
    status === 'opened'
      ? say`The payment of an order of credits is disputed. The credits stay until the bank has decided.`
      : say`The dispute about a payment is closed. The payment was not reversed, and its credits remain.`;
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
