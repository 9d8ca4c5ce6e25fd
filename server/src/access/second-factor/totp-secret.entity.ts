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
