import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';

/** `unproven`: it has not returned the challenge yet and gets nothing else. */
export const WEBHOOK_STATES = ['unproven', 'active', 'stopped'] as const;

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
    /** Null for all of them. */
    types: p.array().columnType('text[]').nullable(),
    /** The integrator's own; nothing ever shows it. */
    sealedSecret: p.text(),
    /** The one before, which signs too until `oldSecretUntil`. */
    sealedOldSecret: p.text().nullable(),
    oldSecretUntil: timestamp().nullable(),
    state: p.enum(WEBHOOK_STATES),
    ending: p.enum(WEBHOOK_ENDINGS).nullable(),
    /** In a row, since `failingSince`. */
    failures: p.integer().default(0),
    failingSince: timestamp().nullable(),
    lastSuccessAt: timestamp().nullable(),
    createdAt: timestamp(),
  },
});
export type WebhookEndpoint = InferEntity<typeof WebhookEndpoint>;
