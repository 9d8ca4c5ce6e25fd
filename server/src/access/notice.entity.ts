import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { Account } from './account.entity.ts';

export const NOTICE_KINDS = ['access_granted', 'access_reused', 'member_joined'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something an account's owners are told in the console. */
export const Notice = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  indexes: [{ properties: ['accountId', 'id'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    kind: p.enum(NOTICE_KINDS),
    /** A sentence for people; never a secret. */
    message: p.text(),
    createdAt: timestamp(),
    /** When the first owner saw it. */
    seenAt: timestamp().nullable(),
  },
});
export type Notice = InferEntity<typeof Notice>;
