import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { BUCKETS } from './credit-balance.entity.ts';
import { CreditHold } from './credit-hold.entity.ts';
import { CreditOrder } from './payments/credit-order.entity.ts';

export const ENTRY_KINDS = ['allowance', 'purchase', 'correction', 'hold', 'settle', 'release'] as const;

/** One line of the ledger. Append-only: the sums of the deltas are the balances. */
export const CreditEntry = defineEntity({
  name: 'CreditEntry',
  tableName: 'credit_entries',
  indexes: [
    { properties: ['accountId', 'id'] },
    {
      name: 'credit_entries_use_index',
      expression: "create index credit_entries_use_index on credit_entries (account_id, created_at) where kind = 'settle'",
    },
    {
      name: 'credit_entries_available_index',
      expression: 'create index credit_entries_available_index on credit_entries (account_id, created_at) where available_delta <> 0',
    },
    {
      name: 'credit_entries_one_purchase_unique',
      expression: "create unique index credit_entries_one_purchase_unique on credit_entries (order_id) where kind = 'purchase'",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    bucket: p.enum(BUCKETS),
    kind: p.enum(ENTRY_KINDS),
    availableDelta: p.integer(),
    heldDelta: p.integer(),
    holdId: () => p.manyToOne(CreditHold).mapToPk().name('hold_id').nullable(),
    /** Key into the product catalogue, for a purchase. */
    product: p.text().nullable(),
    /** The order paid by card; a ledger accepts one purchase per order. */
    orderId: () => p.manyToOne(CreditOrder).mapToPk().name('order_id').nullable(),
    /** Why, in a sentence; required for a correction. */
    note: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type CreditEntry = InferEntity<typeof CreditEntry>;
