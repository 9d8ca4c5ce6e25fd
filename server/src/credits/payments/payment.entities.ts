import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { User } from '../../access/user.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';
import type { StateTable } from '../../state-table.ts';

/** A processed Stripe event. It is repeated until it is acknowledged, so it may arrive many times; its id counts once. */
export const StripeEvent = defineEntity({
  name: 'StripeEvent',
  tableName: 'stripe_events',
  indexes: [
    {
      name: 'stripe_events_payment_index',
      expression: 'create index stripe_events_payment_index on stripe_events (payment_intent_id) where payment_intent_id is not null',
    },
  ],
  properties: {
    /** Stripe's own, `evt_…`. */
    id: p.text().primary(),
    type: p.text(),
    receivedAt: timestamp(),
    /** Of a lost dispute or a failed refund: its payment, `pi_…`. Its order may be paid only afterwards. */
    paymentIntentId: p.text().nullable(),
    /** What the dispute cost, in US cents. */
    lostCents: p.integer().nullable(),
    /** The amount of the failed refund in US cents, and when it failed. */
    failedCents: p.integer().nullable(),
    failedAt: timestamp().nullable(),
  },
});
export type StripeEvent = InferEntity<typeof StripeEvent>;

const ORDER_STATES = ['open', 'paid', 'expired'] as const;

/** A bank transfer may arrive after the page of the order has expired. */
export const ORDER_TRANSITIONS: StateTable<(typeof ORDER_STATES)[number]> = { open: ['paid', 'expired'], paid: [], expired: ['paid'] };

/** An owner's order. Stripe's data are checked against this row, never trusted by themselves. */
export const CreditOrder = defineEntity({
  name: 'CreditOrder',
  tableName: 'credit_orders',
  indexes: [{ properties: ['accountId', 'id'] }],
  uniques: [{ properties: ['sessionId'] }, { properties: ['paymentIntentId'] }],
  checks: [
    { name: 'credit_orders_amount_check', expression: 'pieces > 0 and credits > 0 and amount_cents > 0' },
    { name: 'credit_orders_refunded_check', expression: 'refunded_cents >= 0 and refunded_cents <= amount_cents' },
    {
      name: 'credit_orders_taken_back_check',
      expression: 'taken_back >= 0 and not_taken_back >= 0 and taken_back + not_taken_back <= credits',
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    /** The buying owner. */
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** The product's key in the catalogue at the time of the order. */
    product: p.text(),
    pieces: p.integer(),
    /** The total credits. */
    credits: p.integer(),
    /** The total in US cents. */
    amountCents: p.integer(),
    state: p.enum(ORDER_STATES),
    /** Stripe Checkout's `cs_…`; null before it was opened. */
    sessionId: p.text().nullable(),
    /** Stripe's `pi_…`; null before it was paid or refunded. */
    paymentIntentId: p.text().nullable(),
    /** The sum of Stripe's refunds so far, without failed ones; lost disputes are with its events. */
    refundedCents: p.integer().default(0),
    /** The time of that sum, since events arrive in any order; null before one, and for those of before 0.8. */
    refundedAt: timestamp().nullable(),
    /** Credits removed for it, and those that could not be removed because they were used already. */
    takenBack: p.integer().default(0),
    notTakenBack: p.integer().default(0),
    createdAt: timestamp(),
    paidAt: timestamp().nullable(),
  },
});
export type CreditOrder = InferEntity<typeof CreditOrder>;
