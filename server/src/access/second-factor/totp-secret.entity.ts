import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** What a person's authenticator app and we share; it counts from the moment that a code has confirmed it. */
export const TotpSecret = defineEntity({
  name: 'TotpSecret',
  tableName: 'totp_secrets',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().name('user_id').primary(),
    /** Sealed for this row; the secret itself is in one answer at enrolment and nowhere else. */
    sealedSecret: p.text(),
    createdAt: timestamp(),
    confirmedAt: timestamp().nullable(),
    /** The time step of the last code that was taken; that one and earlier ones are not taken again. */
    lastStep: p.integer().nullable(),
  },
});
export type TotpSecret = InferEntity<typeof TotpSecret>;
