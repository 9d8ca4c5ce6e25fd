import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';

export const ACCOUNT_STATES = ['pending', 'approved', 'suspended'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** The customer. Nothing of the API answers for an account that is not approved. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: idColumn(),
    name: p.text(),
    state: p.enum(ACCOUNT_STATES),
    /** Key into the plan catalogue of credits/. */
    plan: p.text(),
    createdAt: timestamp(),
  },
});
export type Account = InferEntity<typeof Account>;
