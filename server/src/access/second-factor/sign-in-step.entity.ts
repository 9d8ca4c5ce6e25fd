import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** A sign-in with a correct password that awaits the second factor. It grants nothing by itself. */
export const SignInStep = defineEntity({
  name: 'SignInStep',
  tableName: 'sign_in_steps',
  indexes: [{ properties: ['userId'] }, { properties: ['expiresAt'] }],
  properties: {
    /** The hash of the cookie's token. */
    tokenHash: p.text().primary(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type SignInStep = InferEntity<typeof SignInStep>;
