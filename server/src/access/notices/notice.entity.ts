import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';
import { User } from '../user.entity.ts';

export const NOTICE_KINDS = [
  'access_granted',
  'access_reused',
  'access_ended',
  'key_rotated',
  'member_joined',
  'member_left',
  'second_factor_reset',
  'credits_low',
  'credits_bought',
  'payment_reversed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something that an account's owners, or one of its people alone, are told in the console. */
export const Notice = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  indexes: [{ properties: ['accountId', 'id'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    /** For this person alone; null: for the owners. */
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    kind: p.enum(NOTICE_KINDS),
    /** A sentence for people; never a secret. */
    message: p.text(),
    createdAt: timestamp(),
    /** When the first of those whom it is for saw it. */
    seenAt: timestamp().nullable(),
  },
});
export type Notice = InferEntity<typeof Notice>;
