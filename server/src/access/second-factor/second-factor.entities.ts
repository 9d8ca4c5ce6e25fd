import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** The secret shared with a person's authenticator app; in effect once a code has confirmed it. */
export const TotpSecret = defineEntity({
  name: 'TotpSecret',
  tableName: 'totp_secrets',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().name('user_id').primary(),
    /** Encrypted; the secret itself is only in the response to the enrolment. */
    sealedSecret: p.text(),
    createdAt: timestamp(),
    confirmedAt: timestamp().nullable(),
    /** The time step of the last accepted code; that one and earlier ones are refused. */
    lastStep: p.integer().nullable(),
  },
});
export type TotpSecret = InferEntity<typeof TotpSecret>;

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
