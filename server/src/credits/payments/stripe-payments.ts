import Stripe from 'stripe';
import type { StripeConfig } from '../../config/operator-services-config.ts';
import { DomainError } from '../../errors.ts';
import { PRODUCTS } from '../products.ts';
import type { CreditOrder } from './payment.entities.ts';
import type { PaymentEvent, Payments, ReceivedEvent } from './payments.ts';

/** The maximum age of an event's signature, against replays. */
const TOLERANCE_SECONDS = 300;
const CALL_MS = 10_000;
/** As many as Stripe returns at once. */
const PAGE = 100;

/** The events that the webhook needs; docs/configuration.md lists them for the operator. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
];

/** Stripe Checkout through the official library, which retries under the same idempotency key. */
export function createStripePayments({ secretKey, webhookSecret, apiUrl }: StripeConfig, publicUrl: string): Payments {
  const stripe = new Stripe(secretKey, {
    timeout: CALL_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Countersign' },
    ...(apiUrl ? addressOf(apiUrl) : {}),
  });
  return {
    async openCheckout(order, { email }) {
      try {
        const session = await stripe.checkout.sessions.create(sessionFor(order, email, publicUrl), { idempotencyKey: order.id });
        if (!/^https?:\/\//.test(session.url ?? '')) throw new Error('Stripe’s response has no address.');
        return { sessionId: session.id, url: session.url ?? '' };
      } catch (error) {
        throw new DomainError('payment_unavailable', {
          details: { reason: error instanceof Stripe.errors.StripeError ? error.type : 'unknown' },
        });
      }
    },
    readEvent(body, signature, now) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now.getTime());
        return toReceived(event);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new DomainError('webhook_refused');
        throw error;
      }
    },
    async *eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      let after: string | undefined;
      do {
        const page = await stripe.events.list({ types: EVENT_TYPES, created, limit: PAGE, ...(after ? { starting_after: after } : {}) });
        yield page.data.map(toReceived);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
    },
  };
}

const toReceived = (event: Stripe.Event): ReceivedEvent => ({ id: event.id, type: event.type, event: toPaymentEvent(event) });

function addressOf(apiUrl: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' };
}

/** The price comes from our catalogue, so nothing needs to be configured at Stripe. */
function sessionFor(order: CreditOrder, email: string, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const product = PRODUCTS.find(({ id }) => id === order.product);
  if (!product) throw new Error(`${order.id} is for ${order.product}, which is not in the catalogue.`);
  const { id, accountId, pieces } = order;
  // The rest is for an operator who restored a backup from before the order.
  const metadata = { countersign_order: id, countersign_account: accountId, countersign_product: product.id, countersign_pieces: pieces };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: order.pieces,
        price_data: {
          currency: 'usd',
          unit_amount: product.priceCents,
          product_data: { name: product.label, description: product.note },
        },
      },
    ],
    client_reference_id: order.id,
    customer_email: email,
    metadata,
    // On the payment too, so a refund names its order whichever event comes first.
    payment_intent_data: { metadata },
    success_url: `${publicUrl}/credits?bought=${order.id}`,
    cancel_url: `${publicUrl}/credits`,
  };
}

/** The meaning of a Stripe event; most have none. */
function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const at = new Date(event.created * 1_000);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paid(event.data.object);
    case 'checkout.session.expired':
      return { kind: 'expired', orderId: orderOf(event.data.object), sessionId: event.data.object.id };
    case 'charge.refunded': {
      const { amount_refunded: refundedCents, payment_intent, currency } = event.data.object;
      return { kind: 'refunded', orderId: orderOf(event.data.object), paymentIntentId: idOf(payment_intent), refundedCents, currency, at };
    }
    case 'refund.failed': {
      const { amount: failedCents, payment_intent, currency } = event.data.object;
      return { kind: 'refund_failed', paymentIntentId: idOf(payment_intent), failedCents, currency, at };
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

/** A bank transfer completes the session before it is paid; in that case the later event counts. */
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
