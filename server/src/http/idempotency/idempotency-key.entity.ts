import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Grant } from '../../access/grants/grant.entity.ts';
import { belonging, timestamp } from '../../db/columns.ts';

/**
 * The stored response to one request. Written in the transaction of the request's own effect, so effect and response
 * exist together or not at all.
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  primaryKeys: ['grantId', 'key'],
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    key: p.text().primary(),
    /** SHA-256 of method, path and body. */
    fingerprint: p.text(),
    status: p.integer(),
    /** The response's exact bytes. */
    body: p.text(),
    createdAt: timestamp(),
  },
});
export type IdempotencyKey = InferEntity<typeof IdempotencyKey>;
