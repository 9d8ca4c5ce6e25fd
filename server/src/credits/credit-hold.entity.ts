import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { BUCKETS } from './credit-balance.entity.ts';

export const HOLD_STATES = ['held', 'settled', 'released'] as const;

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
    /** Where they come from, except for `fromPack`. */
    bucket: p.enum(BUCKETS),
    /** The number at the time of the submission. */
    credits: p.integer().default(1),
    /** The part from packs, because the allowance was too low. */
    fromPack: p.integer().default(0),
    state: p.enum(HOLD_STATES),
    createdAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type CreditHold = InferEntity<typeof CreditHold>;
