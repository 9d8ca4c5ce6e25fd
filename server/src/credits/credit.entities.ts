import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StateTable } from '../state-table.ts';
import { CreditOrder } from './payments/payment.entities.ts';

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
    /** Reserved: neither available nor spent. */
    held: p.integer(),
    /** The month the allowance was granted for, as `2026-11`; null for the other buckets. */
    period: p.text().nullable(),
  },
});
export type CreditBalance = InferEntity<typeof CreditBalance>;

const HOLD_STATES = ['held', 'settled', 'released'] as const;

export const HOLD_TRANSITIONS: StateTable<(typeof HOLD_STATES)[number]> = { held: ['settled', 'released'], settled: [], released: [] };

/** A publication's credit reservation. It ends once, as a whole: settled or released. */
export const CreditHold = defineEntity({
  name: 'CreditHold',
  tableName: 'credit_holds',
  uniques: [{ properties: ['publicationId'] }],
  checks: [
    { name: 'credit_holds_credits_check', expression: 'credits >= 1' },
    {
      name: 'credit_holds_from_pack_check',
      expression: "from_pack = 0 or (bucket = 'allowance' and from_pack > 0 and from_pack < credits)",
    },
  ],
  indexes: [
    { properties: ['grantId', 'createdAt'] },
    { properties: ['workspaceId', 'createdAt'] },
    {
      name: 'credit_holds_co_grants_index',
      expression: 'create index credit_holds_co_grants_index on credit_holds using gin (co_grant_ids) where co_grant_ids is not null',
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    /** A plain id: credits/ does not import publishing/. */
    publicationId: p.text(),
    /** The workspace whose budget it counts against; null for reservations from before budgets. */
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id').deleteRule('no action').nullable(),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    /** Further grants with content in it: it counts against their limits too. */
    coGrantIds: p.array().columnType('text[]').nullable(),
    /** The bucket they come from, except for `fromPack`. */
    bucket: p.enum(BUCKETS),
    /** The cost at the time of the submission. */
    credits: p.integer().default(1),
    /** The part from packs, because the allowance was too low. */
    fromPack: p.integer().default(0),
    state: p.enum(HOLD_STATES),
    createdAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type CreditHold = InferEntity<typeof CreditHold>;

const ENTRY_KINDS = ['allowance', 'purchase', 'correction', 'hold', 'settle', 'release'] as const;

/** A ledger entry. Append-only: the sums of the deltas are the balances. */
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
    /** The product's key in the catalogue, for a purchase. */
    product: p.text().nullable(),
    /** The order paid by card; a ledger accepts one purchase per order. */
    orderId: () => p.manyToOne(CreditOrder).mapToPk().name('order_id').nullable(),
    /** The reason, in a sentence; required for a correction. */
    note: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type CreditEntry = InferEntity<typeof CreditEntry>;

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

/** A platform's surcharge on the one credit per post; none without a row. */
export const PlatformSurcharge = defineEntity({
  name: 'PlatformSurcharge',
  tableName: 'platform_surcharges',
  checks: [
    { name: 'platform_surcharges_credits_check', expression: 'credits >= 0 and credits <= 100' },
    { name: 'platform_surcharges_credits_with_link_check', expression: 'credits_with_link >= 0 and credits_with_link <= 100' },
  ],
  properties: {
    /** As in `platforms[]` of a draft. */
    platform: p.text().primary(),
    credits: p.integer(),
    /** The amount for a post with a link; null: the same. */
    creditsWithLink: p.integer().nullable(),
    /** The operator's user id; null when set at the command line. */
    setBy: p.text().nullable(),
    setAt: timestamp(),
  },
});
export type PlatformSurcharge = InferEntity<typeof PlatformSurcharge>;
