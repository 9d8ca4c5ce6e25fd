import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { PUBLISH_JOB_STATES } from './publish-job-states.ts';

export const JOB_MODES = ['approval', 'auto'] as const;

/** The queued task for a draft, with one publication for each payload. A draft has one live job at the most. */
export const PublishJob = defineEntity({
  name: 'PublishJob',
  tableName: 'publish_jobs',
  indexes: [
    { properties: ['workspaceId', 'id'] },
    { properties: ['draftId', 'id'] },
    { properties: ['grantId', 'createdAt'] },
    {
      name: 'publish_jobs_one_live_unique',
      expression:
        "create unique index publish_jobs_one_live_unique on publish_jobs (draft_id) where state in ('blocked', 'ready', 'queued', 'publishing')",
    },
    {
      name: 'publish_jobs_waiting_index',
      expression: "create index publish_jobs_waiting_index on publish_jobs (id) where state in ('blocked', 'ready')",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id'),
    /** The approval that this job waits for or goes out under; null in mode `auto`. */
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').nullable(),
    /** Who asked: a grant or a person. */
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** `approval` draws publication credits, `auto` autoposting credits. */
    mode: p.enum(JOB_MODES),
    /** The content that goes out, and nothing else does. */
    contentHash: p.text(),
    state: p.enum(PUBLISH_JOB_STATES),
    scheduledAt: timestamp().nullable(),
    /** While it waits for nothing but the end of quiet hours: that end. */
    quietUntil: timestamp().nullable(),
    /** Since when nothing more of it is to be sent; what was under way then ends by itself. */
    cancelledAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});
export type PublishJob = InferEntity<typeof PublishJob>;
