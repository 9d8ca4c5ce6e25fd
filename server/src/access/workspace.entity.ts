import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import { Account } from './account.entity.ts';

/** An account's unit of work: its policies, connections and drafts. */
export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  indexes: [{ properties: ['accountId', 'id'] }],
  checks: [{ name: 'workspaces_approvals_required_check', expression: 'approvals_required >= 1 and approvals_required <= 10' }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    name: p.text(),
    /** IANA name, for instance `Europe/Lisbon`. */
    timeZone: p.text().default('UTC'),
    /** A grant's `publish:auto` counts only where this allows it too. */
    allowsAuto: p.boolean().default(false),
    /** How many different people have to approve before anything goes out. */
    approvalsRequired: p.integer().default(1),
    /** Whether the person who wrote the last revision is refused as its approver. */
    refusesSelfApproval: p.boolean().default(false),
    createdAt: timestamp(),
  },
});
export type Workspace = InferEntity<typeof Workspace>;
