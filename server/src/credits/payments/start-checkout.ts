import { requirePerson } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { CreditOrder } from './credit-order.entity.ts';
import type { Payments } from './payments.ts';
import { type PlaceOrderInput, placeOrder } from './place-order.ts';

export interface StartedCheckout {
  orderId: string;
  /** Stripe's page, where the owner pays. */
  url: string;
}

/**
 * Sends an owner to the checkout page. The order is committed before Stripe is called, since the response may be
 * lost, and Stripe's event may arrive first. Opens its own transactions; none is open during the call.
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
