import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { timestamp } from '../db/columns.ts';

/** That an account's owners were told how few credits of a unit are left; gone once there are plenty again. */
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
