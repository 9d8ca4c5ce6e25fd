import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { timestamp } from '../db/columns.ts';

/** Records that an account's owners were notified of a low balance of a unit; deleted once it is high enough again. */
export const CreditAlert = defineEntity({
  name: 'CreditAlert',
  tableName: 'credit_alerts',
  primaryKeys: ['accountId', 'unit'],
  properties: {
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').primary(),
    unit: p.enum(['publication', 'autoposting'] as const).primary(),
    lowSince: timestamp(),
  },
});
export type CreditAlert = InferEntity<typeof CreditAlert>;
