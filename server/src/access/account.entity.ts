import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StateTable } from '../state-table.ts';

const ACCOUNT_STATES = ['pending', 'approved', 'suspended'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export const ACCOUNT_TRANSITIONS: StateTable<AccountState> = {
  pending: ['approved', 'suspended'],
  approved: ['suspended'],
  suspended: ['approved'],
};

const DEFAULT_MOST_WORKSPACES = 10;

/** The customer. The API refuses everything of an account that is not approved. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  checks: [
    { name: 'accounts_most_workspaces_check', expression: 'most_workspaces >= 1 and most_workspaces <= 1000' },
    { name: 'accounts_erasing_check', expression: "erasing_at is null or state = 'suspended'" },
  ],
  indexes: [
    {
      name: 'accounts_search_index',
      expression: "create index accounts_search_index on accounts using gin (to_tsvector('simple', name))",
    },
    {
      name: 'accounts_erase_at_index',
      expression: 'create index accounts_erase_at_index on accounts (erase_at) where erase_at is not null',
    },
  ],
  properties: {
    id: idColumn(),
    name: p.text(),
    state: p.enum(ACCOUNT_STATES),
    /** The plan's key in the catalogue of credits/. */
    plan: p.text(),
    /** How many active workspaces it may have; set by the operator. */
    mostWorkspaces: p.integer().default(DEFAULT_MOST_WORKSPACES),
    /** When everything of it is to be erased; null if no erasure is requested or it is complete. */
    eraseAt: timestamp().nullable(),
    /** When the erasure began; from then on it is final. */
    erasingAt: timestamp().nullable(),
    createdAt: timestamp(),
  },
});
export type Account = InferEntity<typeof Account>;

/** The one-time link of a first start; only its keyed hash is stored. */
export const SetupToken = defineEntity({
  name: 'SetupToken',
  tableName: 'setup_tokens',
  properties: {
    tokenHash: p.text().primary(),
    createdAt: timestamp(),
  },
});
export type SetupToken = InferEntity<typeof SetupToken>;
