import type Stripe from 'stripe';
import type { PaymentEvent } from './payments.ts';

/** The meaning of a Stripe event; most have none. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paid(event.data.object);
    case 'checkout.session.expired':
      return { kind: 'expired', orderId: orderOf(event.data.object), sessionId: event.data.object.id };
    case 'charge.refunded': {
      const { amount_refunded: refundedCents, payment_intent, currency } = event.data.object;
      return { kind: 'refunded', orderId: orderOf(event.data.object), paymentIntentId: idOf(payment_intent), refundedCents, currency };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { amount: amountCents, payment_intent, currency, status } = event.data.object;
      const closed = status === 'lost' ? 'lost' : 'won';
      const outcome = event.type === 'charge.dispute.created' ? 'opened' : closed;
      return { kind: 'disputed', paymentIntentId: idOf(payment_intent), status: outcome, amountCents, currency };
    }
    default:
      return { kind: 'other' };
  }
}

/** A bank transfer completes the session before it is paid; then the later event counts. */
function paid(session: Stripe.Checkout.Session): PaymentEvent {
  if (session.payment_status !== 'paid') return { kind: 'other' };
  return {
    kind: 'paid',
    orderId: orderOf(session),
    sessionId: session.id,
    paymentIntentId: idOf(session.payment_intent),
    amountCents: session.amount_total,
    currency: session.currency,
  };
}

/** Null for another program's payment in the same Stripe account. */
function orderOf({ metadata }: { metadata: Stripe.Metadata | null }): string | null {
  return metadata?.countersign_order ?? null;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
