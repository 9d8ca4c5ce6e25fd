import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** A recovery code for a lost phone; only a keyed hash is stored, and each works once. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  indexes: [{ properties: ['userId'] }],
  properties: {
    codeHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    createdAt: timestamp(),
    usedAt: timestamp().nullable(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;
