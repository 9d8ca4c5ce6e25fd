import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Account } from '../account.entity.ts';

/**
 * A message to one person, written with the change that causes it. Its content is encrypted, since it may
 * contain an invitation's link, and deleted once the message was sent.
 */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    id: idColumn(),
    /** Null for messages about a person rather than an account. */
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').nullable(),
    /** Address, subject and text; null once it was sent or given up. */
    sealedMessage: p.text().nullable(),
    attempts: p.integer().default(0),
    /** Must not arrive twice: if a process died while sending it, it is given up instead of retried. */
    isSentOnce: p.boolean(),
    /** When the current attempt began; null before, and after a certain failure. */
    carriedAt: timestamp().nullable(),
    createdAt: timestamp(),
    /** Not sent after this time, when it would be outdated. */
    expiresAt: timestamp(),
    sentAt: timestamp().nullable(),
    failedAt: timestamp().nullable(),
  },
});
export type Mail = InferEntity<typeof Mail>;
