import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/** A processed Stripe event. It is repeated until it is acknowledged, so it may arrive many times; its id counts once. */
export const StripeEvent = defineEntity({
  name: 'StripeEvent',
  tableName: 'stripe_events',
  properties: {
    /** Stripe's own, `evt_…`. */
    id: p.text().primary(),
    type: p.text(),
    receivedAt: timestamp(),
  },
});
export type StripeEvent = InferEntity<typeof StripeEvent>;
