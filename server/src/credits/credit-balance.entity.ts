import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';

export const BUCKETS = ['allowance', 'pack', 'topup'] as const;
/** `allowance` and `pack` contain publications, `topup` autopostings; units are never converted. */
export type Bucket = (typeof BUCKETS)[number];

/** An account's balance in one bucket. Check constraints make overselling impossible. */
export const CreditBalance = defineEntity({
  name: 'CreditBalance',
  tableName: 'credit_balances',
  primaryKeys: ['accountId', 'bucket'],
  checks: [
    { name: 'credit_balances_available_check', expression: 'available >= 0' },
    { name: 'credit_balances_held_check', expression: 'held >= 0' },
  ],
  properties: {
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').primary(),
    bucket: p.enum(BUCKETS).primary(),
    available: p.integer(),
    /** Set aside for publications on their way; neither available nor spent. */
    held: p.integer(),
    /** The month the allowance was granted for, as `2026-11`; null for the other buckets. */
    period: p.text().nullable(),
  },
});
export type CreditBalance = InferEntity<typeof CreditBalance>;
