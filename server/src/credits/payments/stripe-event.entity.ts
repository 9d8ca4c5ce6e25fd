import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/** An event of Stripe's that was dealt with. It is sent until it is answered, so it may come many times; its id counts once. */
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
