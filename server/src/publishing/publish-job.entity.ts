import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import type { StateTable } from '../state-table.ts';

export const PUBLISH_JOB_STATES = [
  'blocked',
  'ready',
  'queued',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'cancelled',
] as const;
export type PublishJobState = (typeof PUBLISH_JOB_STATES)[number];

/** The states of a job that has not ended. */
export const LIVE_STATES = ['blocked', 'ready', 'queued', 'publishing'] as const satisfies readonly PublishJobState[];

/**
 * `blocked` waits for a gate, `ready` for its time, `queued` for a worker. A partly published job that becomes
 * blocked (a connection was revoked, for instance) ends from there when publications in progress end or the rest is
 * cancelled.
 */
export const PUBLISH_JOB_TRANSITIONS: StateTable<PublishJobState> = {
  blocked: ['ready', 'queued', 'published', 'partially_published', 'failed', 'cancelled'],
  ready: ['blocked', 'queued', 'publishing', 'partially_published', 'failed', 'cancelled'],
  queued: ['blocked', 'ready', 'publishing', 'published', 'partially_published', 'failed', 'cancelled'],
  publishing: ['blocked', 'ready', 'published', 'partially_published', 'failed', 'cancelled'],
  published: [],
  partially_published: [],
  failed: [],
  cancelled: [],
};

export const JOB_MODES = ['approval', 'auto'] as const;
/**
 * Why a job was cancelled: a person or an agent withdrew it or archived the draft, an approver rejected it, or the
 * approval expired.
 */
const JOB_ENDINGS = ['withdrawn', 'archived', 'rejected', 'expired'] as const;
export type JobEnding = (typeof JOB_ENDINGS)[number];

/**
 * The queued work for a draft, with one publication for each payload. A draft has at most one live job, which
 * is kept through every revision of its content until it ends.
 */
export const PublishJob = defineEntity({
  name: 'PublishJob',
  tableName: 'publish_jobs',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [
    { properties: ['draftId', 'id'] },
    { properties: ['grantId', 'createdAt'] },
    {
      name: 'publish_jobs_one_live_unique',
      expression:
        "create unique index publish_jobs_one_live_unique on publish_jobs (draft_id) where state in ('blocked', 'ready', 'queued', 'publishing')",
    },
    {
      name: 'publish_jobs_waiting_index',
      expression: "create index publish_jobs_waiting_index on publish_jobs (account_id, id) where state in ('blocked', 'ready')",
    },
    {
      // For overdue jobs.
      name: 'publish_jobs_due_index',
      expression:
        "create index publish_jobs_due_index on publish_jobs (greatest(scheduled_at, quiet_until, updated_at)) where state in ('ready', 'queued', 'publishing')",
    },
    {
      // For the jobs that a new one takes the place of.
      name: 'publish_jobs_superseded_index',
      expression: 'create index publish_jobs_superseded_index on publish_jobs (superseded_by) where superseded_by is not null',
    },
    {
      name: 'publish_jobs_went_out_index',
      expression: 'create index publish_jobs_went_out_index on publish_jobs (workspace_id, went_out_at, id) where went_out_at is not null',
    },
    {
      name: 'publish_jobs_going_out_index',
      expression:
        "create index publish_jobs_going_out_index on publish_jobs (workspace_id, coalesce(scheduled_at, '-infinity'), id) where state in ('ready', 'queued', 'publishing')",
    },
    {
      name: 'publish_jobs_failed_index',
      expression:
        "create index publish_jobs_failed_index on publish_jobs (workspace_id, updated_at, id) where state in ('failed', 'partially_published')",
    },
    {
      name: 'publish_jobs_on_their_way_index',
      expression: "create index publish_jobs_on_their_way_index on publish_jobs (account_id) where state in ('queued', 'publishing')",
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    /** The approval that this job waits for or is published under; null in mode `auto`. */
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').nullable(),
    /** The author: a grant or a person. */
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** `approval` draws publication credits, `auto` autoposting credits. */
    mode: p.enum(JOB_MODES),
    /** The only content that is published: that of the newest revision. */
    contentHash: p.text(),
    /** The number of its revisions, which are rows of their own. */
    revision: p.integer().default(1),
    state: p.enum(PUBLISH_JOB_STATES),
    scheduledAt: timestamp().nullable(),
    /** The end of quiet hours, if the job waits only for that. */
    quietUntil: timestamp().nullable(),
    /** When it was cancelled; publications in progress then still complete. */
    cancelledAt: timestamp().nullable(),
    /** Why it is `cancelled`. */
    ending: p.enum(JOB_ENDINGS).nullable(),
    /** A person ended it, which rejects its content: it is never published automatically again. */
    isRefused: p.boolean().default(false),
    /**
     * The job that supersedes this one for the draft or its remaining targets. A plain id: an entity cannot reference
     * itself.
     */
    supersededBy: p.text().nullable(),
    /** When the first of its posts was published; null before. */
    wentOutAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});
export type PublishJob = InferEntity<typeof PublishJob>;

/** The content of a job at one time. Immutable: new content is a new revision. */
export const PublishJobRevision = defineEntity({
  name: 'PublishJobRevision',
  tableName: 'publish_job_revisions',
  uniques: [{ properties: ['jobId', 'number'] }],
  indexes: [{ properties: ['approvalId'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    jobId: () => p.manyToOne(PublishJob).mapToPk().name('job_id').createForeignKeyConstraint(false),
    /** From 1. */
    number: p.integer(),
    contentHash: p.text(),
    /** Its approval; null in mode `auto`. */
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').nullable(),
    mode: p.enum(JOB_MODES),
    scheduledAt: timestamp().nullable(),
    /** Its author, an agent or a person; both null for the service itself. */
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    createdAt: timestamp(),
  },
});
export type PublishJobRevision = InferEntity<typeof PublishJobRevision>;
