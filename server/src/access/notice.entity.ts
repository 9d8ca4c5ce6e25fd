import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import { Account } from './account.entity.ts';
import { Agent } from './grants/grant.entity.ts';
import { User } from './user.entity.ts';
import { Workspace } from './workspace.entity.ts';

/** Only an operator can fix these; sent to operators alone. */
const OPERATOR_KINDS = [
  'signups_waiting',
  'service_stopped',
  'service_restored',
  'service_late',
  'launch_unsigned',
  'network_refused',
  'payment_problem',
] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];

export const NOTICE_KINDS = [
  'access_granted',
  'access_reused',
  'access_ended',
  'key_rotated',
  'member_joined',
  'member_left',
  'second_factor_reset',
  'credits_low',
  'credits_bought',
  'payment_reversed',
  'approval_waits',
  'approval_changed',
  'changes_made',
  'approval_reminder',
  'approval_expired',
  'approval_approved',
  'approval_rejected',
  'changes_requested',
  'job_published',
  'job_partially_published',
  'job_failed',
  'outcome_unknown',
  'first_comment_failed',
  'post_different',
  'post_gone',
  'removal_requested',
  'removal_refused',
  'connection_degraded',
  'connection_ending',
  'approval_held',
  'job_held',
  'comment_added',
  'comment_mention',
  'weekly_summary',
  'workspace_archived',
  'workspace_restored',
  'standing_proposed',
  'standing_ended',
  'approval_reopened',
  ...OPERATOR_KINDS,
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Kinds whose matter can end without an event. Looked for each minute, by an index of their own. */
export const ENDED_SILENTLY = [
  'standing_proposed',
  'outcome_unknown',
  'connection_degraded',
  'connection_ending',
] as const satisfies NoticeKind[];

/** A notice to a member of an account, or to an operator: in the console, and by mail and push as they choose. */
export const Notice = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  indexes: [
    { properties: ['userId', 'accountId', 'id'] },
    { properties: ['subjectId'] },
    {
      name: 'notices_unseen_index',
      expression: 'create index notices_unseen_index on notices (user_id, account_id) where seen_at is null',
    },
    {
      name: 'notices_unsettled_index',
      expression: `create index notices_unsettled_index on notices (id) where seen_at is null and kind in ('${ENDED_SILENTLY.join("', '")}')`,
    },
    {
      name: 'notices_batches_index',
      expression: 'create index notices_batches_index on notices (user_id, account_id, coalesce(batch_id, id), id)',
    },
    {
      name: 'notices_unrouted_index',
      expression: 'create index notices_unrouted_index on notices (id) where routed_at is null',
    },
  ],
  properties: {
    id: idColumn(),
    /** Null for operator notices about the service as a whole. */
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').nullable().deleteRule('no action'),
    /** Null for notices about the whole account. */
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    kind: p.enum(NOTICE_KINDS),
    /** The approval, job, connection or alert that it is about; null if it links to a page of the console. */
    subjectId: p.text().nullable(),
    /** The requesting agent; null for other kinds. */
    agentId: () => p.manyToOne(Agent).mapToPk().name('agent_id').nullable().index(),
    /** The first notice of its batch in lists; null for the first one and for single notices. */
    batchId: p.text().nullable(),
    /** What holds the post, by which the notice is not repeated; null for other kinds, and for those before 0.8. */
    reason: p.text().nullable(),
    /** A sentence for people, in English; never a secret. */
    message: p.text(),
    /** The message with its parameters, for other languages; null if only the text was stored. */
    sentence: p.json<StoredSentence>().nullable(),
    createdAt: timestamp(),
    /** When the person saw it, or did what it requests. */
    seenAt: timestamp().nullable(),
    /** When its channels were determined; null before. */
    routedAt: timestamp().nullable(),
  },
});
export type Notice = InferEntity<typeof Notice>;

/** A problem that only an operator can fix: notified once, and open until it is fixed. */
export const ServiceMatter = defineEntity({
  name: 'ServiceMatter',
  tableName: 'service_matters',
  properties: {
    /** Its subject, for example `launch` or `network:linkedin`; the subject of its notices. */
    id: p.text().primary(),
    kind: p.enum(OPERATOR_KINDS),
    /** A sentence for operators, in English; never a secret. */
    message: p.text(),
    /** Like that of a notice. */
    sentence: p.json<StoredSentence>().nullable(),
    openedAt: timestamp(),
    /** When operators were notified; null before. */
    toldAt: timestamp().nullable(),
    /** When it was fixed; null while it is open. */
    endedAt: timestamp().nullable(),
  },
});
export type ServiceMatter = InferEntity<typeof ServiceMatter>;
