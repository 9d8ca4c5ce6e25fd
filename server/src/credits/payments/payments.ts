import type { CreditOrder } from './payment.entities.ts';

/** A relevant payment event. Amounts are in US cents. */
export type PaymentEvent =
  | {
      kind: 'paid';
      orderId: string | null;
      sessionId: string;
      paymentIntentId: string | null;
      amountCents: number | null;
      currency: string | null;
    }
  | { kind: 'expired'; orderId: string | null; sessionId: string }
  /** `refundedCents` is the sum at the time `at`, without refunds that have failed. */
  | { kind: 'refunded'; orderId: string | null; paymentIntentId: string | null; refundedCents: number; currency: string; at: Date }
  | { kind: 'refund_failed'; paymentIntentId: string | null; failedCents: number; currency: string; at: Date }
  | { kind: 'disputed'; paymentIntentId: string | null; status: 'opened' | 'won' | 'lost'; amountCents: number; currency: string }
  | { kind: 'other' };

export interface ReceivedEvent {
  id: string;
  type: string;
  event: PaymentEvent;
}

/** The payment provider. Credits are sold only on its checkout page. */
export interface Payments {
  /** Opens the hosted checkout page of an order; the same order returns the same page. */
  openCheckout(order: CreditOrder, buyer: { email: string }): Promise<{ sessionId: string; url: string }>;
  /** Checks the signature over the exact bytes. Throws `webhook_refused`. */
  readEvent(body: Buffer, signature: string, now: Date): ReceivedEvent;
  /** The relevant events since then, newest first, in pages. Stripe keeps them for 30 days. Throws Stripe's own errors. */
  eventsSince(since: Date): AsyncIterable<ReceivedEvent[]>;
}
