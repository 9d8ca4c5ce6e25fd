import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** A one-time link to a new password, for somebody who has lost theirs. Only the token's keyed hash is kept. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  indexes: [{ properties: ['userId'] }, { properties: ['expiresAt'] }],
  properties: {
    tokenHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    /** Sent to the address itself: whoever holds the link holds the address. */
    isMailed: p.boolean(),
  },
});
export type PasswordReset = InferEntity<typeof PasswordReset>;
