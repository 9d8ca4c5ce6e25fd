import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { JOB_MODES, PublishJob } from './publish-job.entity.ts';

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
