import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { DECIDERS } from '../access/workspace-policies.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { APPROVAL_STATES } from './approval-states.ts';

/** A request for people's decision on one content hash. A draft has one pending at the most. */
export const Approval = defineEntity({
  name: 'Approval',
  tableName: 'approvals',
  indexes: [
    { properties: ['workspaceId', 'state', 'id'] },
    { properties: ['draftId', 'id'] },
    {
      name: 'approvals_one_pending_unique',
      expression: "create unique index approvals_one_pending_unique on approvals (draft_id) where state = 'pending'",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id'),
    /** What is to be decided on: the draft's content hash when it was asked. */
    contentHash: p.text(),
    state: p.enum(APPROVAL_STATES),
    /** How many different people have to approve, as the workspace's policy stood. */
    approvalsRequired: p.integer(),
    /** Whose decisions count, as the policy stood. */
    deciders: p.enum(DECIDERS).default('owners_and_approvers'),
    /** Whether whoever wrote the last revision is refused, as the policy stood. */
    refusesSelfApproval: p.boolean().default(false),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    closedAt: timestamp().nullable(),
  },
});
export type Approval = InferEntity<typeof Approval>;
