import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** `challenge` verifies an endpoint, `test` is sent on request. */
export const DELIVERY_KINDS = ['event', 'challenge', 'test'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One message to one endpoint: the queue of webhooks, and for 30 days their log. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  uniques: [{ properties: ['endpointId', 'messageId'] }],
  indexes: [
    { properties: ['endpointId', 'id'] },
    { properties: ['createdAt'] },
    {
      name: 'webhook_deliveries_waiting_index',
      expression:
        "create index webhook_deliveries_waiting_index on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending'",
    },
    {
      name: 'webhook_deliveries_due_index',
      expression: "create index webhook_deliveries_due_index on webhook_deliveries (next_attempt_at) where state = 'pending'",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    endpointId: () => p.manyToOne(WebhookEndpoint).mapToPk().name('endpoint_id').deleteRule('cascade'),
    /** The `webhook-id`: of an event its own id, however often it is sent. */
    messageId: p.text(),
    kind: p.enum(DELIVERY_KINDS),
    type: p.text(),
    /** As it is sent, byte for byte, every time. */
    body: p.text(),
    state: p.enum(DELIVERY_STATES),
    attempts: p.integer().default(0),
    nextAttemptAt: timestamp().nullable(),
    /** The end of the sender's lease. */
    leasedUntil: timestamp().nullable(),
    /** The last response's status; null without a response. */
    lastStatus: p.integer().nullable(),
    lastFault: p.text().nullable(),
    /** When an attempt last failed, also where a later one is due. */
    lastFailedAt: timestamp().nullable(),
    createdAt: timestamp(),
    deliveredAt: timestamp().nullable(),
  },
});
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>;
