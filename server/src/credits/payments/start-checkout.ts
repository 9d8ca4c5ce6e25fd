import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { assertTransaction, inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { readProduct, readQuantity } from '../products.ts';
import { CreditOrder } from './payment.entities.ts';
import type { Payments } from './payments.ts';

interface StartedCheckout {
  orderId: string;
  /** Stripe's page, where the owner pays. */
  url: string;
}

/**
 * Sends an owner to the checkout page. The order is committed before Stripe is called, since the response may be lost,
 * and Stripe's event may arrive first. Opens its own transactions; no transaction is open during the call.
 */
export async function startCheckout(ctx: Context, input: PlaceOrderInput): Promise<StartedCheckout> {
  const order = await inTransaction(ctx, (tx) => placeOrder(tx, input));
  const { sessionId, url } = await requirePayments(ctx).openCheckout(order, requirePerson(ctx));
  await inTransaction(ctx, (tx) => tx.em.nativeUpdate(CreditOrder, { id: order.id, sessionId: null }, { sessionId }));
  return { orderId: order.id, url };
}

function requirePayments({ payments }: Context): Payments {
  if (!payments) throw new DomainError('payments_not_configured');
  return payments;
}

interface PlaceOrderInput {
  /** A workspace of the buying account. */
  workspaceId: string;
  /** The product's id in the catalogue. */
  product: string;
  /** The number of pieces, 1 to 1,000. */
  quantity: number;
}

const MOST_OPEN = 20;
const WINDOW_MS = HOUR_MS;

/** Stores an owner's order. It neither charges nor adds anything. */
async function placeOrder(ctx: Context, input: PlaceOrderInput): Promise<CreditOrder> {
  assertTransaction(ctx);
  const { accountId } = await requireWorkspaceOrArchived(ctx, input.workspaceId, 'manage');
  const { userId } = requirePerson(ctx);
  if (!ctx.payments) throw new DomainError('payments_not_configured');
  const product = readProduct(input.product);
  const pieces = readQuantity(input.quantity);
  const createdAt = ctx.clock.now();
  await refuseTooMany(ctx, accountId, createdAt);
  const order = ctx.em.create(CreditOrder, {
    id: newId('ord'),
    accountId,
    userId,
    product: product.id,
    pieces,
    credits: product.quantity * pieces,
    amountCents: product.priceCents * pieces,
    state: 'open',
    createdAt,
  });
  await ctx.em.flush();
  const details = { product: product.id, quantity: pieces, amountCents: order.amountCents };
  await recordAudit(ctx, { accountId, action: 'credits.ordered', subjectId: order.id, details });
  return order;
}

/** Limits orders, since every order is a call to Stripe. */
async function refuseTooMany(ctx: Context, accountId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_MS);
  if ((await ctx.em.count(CreditOrder, { accountId, state: 'open', createdAt: { $gt: since } })) < MOST_OPEN) return;
  throw new DomainError('rate_limited', {
    message: say`There are ${MOST_OPEN} orders of the last hour that were not paid.`,
    details: { retry_after_seconds: WINDOW_MS / 1_000 },
  });
}
