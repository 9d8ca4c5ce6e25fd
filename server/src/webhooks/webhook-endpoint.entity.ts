import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StateTable } from '../state-table.ts';

/** `unproven`: it has not returned the challenge yet and gets nothing else. */
export const WEBHOOK_STATES = ['unproven', 'active', 'stopped'] as const;

/** A new address must be verified again. The end of a grant stops its endpoint (a trigger). */
export const WEBHOOK_TRANSITIONS: StateTable<(typeof WEBHOOK_STATES)[number]> = {
  unproven: ['unproven', 'active', 'stopped'],
  active: ['unproven', 'stopped'],
  stopped: ['unproven'],
};

/** Why one is stopped: its access has ended, it responded with 410, or it has accepted nothing for days. */
export const WEBHOOK_ENDINGS = ['revoked', 'gone', 'failing'] as const;

/** An endpoint for a workspace's events (Standard Webhooks 1.0). */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  indexes: [{ properties: ['workspaceId', 'id'] }, { properties: ['grantId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    /** Its agent's grant; null for the owners'. It ends with the grant, in the transaction that revokes it (a trigger). */
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    url: p.text(),
    /** Null for all types. */
    types: p.array().columnType('text[]').nullable(),
    /** The integrator's own secret; never returned. */
    sealedSecret: p.text(),
    /** The previous secret, which also signs until `oldSecretUntil`. */
    sealedOldSecret: p.text().nullable(),
    oldSecretUntil: timestamp().nullable(),
    state: p.enum(WEBHOOK_STATES),
    ending: p.enum(WEBHOOK_ENDINGS).nullable(),
    /** Consecutive failures since `failingSince`. */
    failures: p.integer().default(0),
    failingSince: timestamp().nullable(),
    lastSuccessAt: timestamp().nullable(),
    createdAt: timestamp(),
  },
});
export type WebhookEndpoint = InferEntity<typeof WebhookEndpoint>;

/** `challenge` verifies an endpoint, `test` is sent on request. */
const DELIVERY_KINDS = ['event', 'challenge', 'test'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** Pending again after a failed attempt, and whenever a person or an agent repeats it. */
export const DELIVERY_TRANSITIONS: StateTable<(typeof DELIVERY_STATES)[number]> = {
  pending: ['pending', 'delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
};

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
      // An endpoint that is being verified may have any number of events waiting.
      name: 'webhook_deliveries_challenges_index',
      expression:
        "create index webhook_deliveries_challenges_index on webhook_deliveries (endpoint_id) where state = 'pending' and kind = 'challenge'",
    },
    {
      name: 'webhook_deliveries_leased_index',
      expression:
        "create index webhook_deliveries_leased_index on webhook_deliveries (endpoint_id, leased_until) where state = 'pending' and leased_until is not null",
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
    /** The `webhook-id`; for an event its id, the same for every attempt. */
    messageId: p.text(),
    kind: p.enum(DELIVERY_KINDS),
    type: p.text(),
    /** The exact bytes of every attempt. */
    body: p.text(),
    state: p.enum(DELIVERY_STATES),
    attempts: p.integer().default(0),
    nextAttemptAt: timestamp().nullable(),
    /** The end of the sender's lease. */
    leasedUntil: timestamp().nullable(),
    /** The last response's status; null without a response. */
    lastStatus: p.integer().nullable(),
    lastFault: p.text().nullable(),
    /** When an attempt last failed, even if another is scheduled. */
    lastFailedAt: timestamp().nullable(),
    createdAt: timestamp(),
    deliveredAt: timestamp().nullable(),
  },
});
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>;
