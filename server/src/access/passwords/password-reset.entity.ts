import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** A one-time link to set a new password. Only the token's keyed hash is stored. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  indexes: [{ properties: ['userId'] }, { properties: ['expiresAt'] }],
  properties: {
    tokenHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    /** Mailed to the address itself, so the link proves control of it. */
    isMailed: p.boolean(),
  },
});
export type PasswordReset = InferEntity<typeof PasswordReset>;
