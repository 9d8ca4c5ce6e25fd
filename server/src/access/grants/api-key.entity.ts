import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, timestamp } from '../../db/columns.ts';
import { Grant } from './grant.entity.ts';

/**
 * The bearer secret of one grant, looked up by its public id and compared by a keyed hash. The database does not
 * contain the secret.
 */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  indexes: [{ properties: ['grantId'] }],
  properties: {
    /** The public key id, the part of the key between its second and third underscore. */
    id: p.text().primary(),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').createForeignKeyConstraint(false),
    ...belonging(),
    /** HMAC-SHA-256 of the whole key under the server's pepper, in hex. Read only where a key is checked; requests cannot. */
    keyHash: p.text().lazy(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    /** When its successor was issued: a key is exchanged once. */
    rotatedAt: timestamp().nullable(),
  },
});
export type ApiKey = InferEntity<typeof ApiKey>;
