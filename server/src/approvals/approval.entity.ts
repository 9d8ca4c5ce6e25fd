import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Agent } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { type ApprovalStage, DECIDERS } from '../access/workspace-policies.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import type { StateTable } from '../state-table.ts';
import { StandingApproval } from './standing/standing-approval.entity.ts';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'changes_requested', 'expired', 'superseded'] as const;
/** `not_required` is for jobs in mode `auto`. */
export const JOB_APPROVAL_STATES = [...APPROVAL_STATES, 'not_required'] as const;
export type JobApprovalState = (typeof JOB_APPROVAL_STATES)[number];
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * An approval can still be superseded or expire after it was approved; until then it is valid for its hash only. It
 * returns to `pending` if the decision is withdrawn before anything was published.
 */
export const APPROVAL_TRANSITIONS: StateTable<ApprovalState> = {
  pending: ['approved', 'rejected', 'changes_requested', 'expired', 'superseded'],
  approved: ['pending', 'expired', 'superseded'],
  rejected: ['pending'],
  changes_requested: ['pending'],
  expired: [],
  superseded: [],
};

/** A request for a decision on one content hash. A draft has one pending at most. */
export const Approval = defineEntity({
  name: 'Approval',
  tableName: 'approvals',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [
    { properties: ['workspaceId', 'state', 'id'] },
    { properties: ['workspaceId', 'state', 'dueAt', 'id'] },
    { properties: ['workspaceId', 'state', 'agentId', 'id'] },
    {
      name: 'approvals_with_findings_index',
      expression: 'create index approvals_with_findings_index on approvals (workspace_id, state, id) where has_findings',
    },
    {
      name: 'approvals_terms_index',
      expression: 'create index approvals_terms_index on approvals using gin (queue_terms(workspace_id, state, words, platforms))',
    },
    { properties: ['draftId', 'id'] },
    {
      name: 'approvals_staged_index',
      expression: `create index approvals_staged_index on approvals (workspace_id, id) where state = 'pending' and stages <> '[]'`,
    },
    {
      // For recent approvals of agents' posts: the history for proposals.
      name: 'approvals_judged_index',
      expression:
        "create index approvals_judged_index on approvals (closed_at) where state = 'approved' and agent_id is not null and standing_id is null",
    },
    {
      // For recent decisions on each agent's posts.
      name: 'approvals_of_agents_index',
      expression:
        'create index approvals_of_agents_index on approvals (workspace_id, created_at) where agent_id is not null and standing_id is null',
    },
    {
      name: 'approvals_standing_index',
      expression: 'create index approvals_standing_index on approvals (standing_id, standing_day) where standing_id is not null',
    },
    {
      // For reminders of long-waiting approvals and of those due soon, and for expiry.
      name: 'approvals_waiting_since_index',
      expression: "create index approvals_waiting_since_index on approvals (coalesce(asked_since, created_at)) where state = 'pending'",
    },
    {
      name: 'approvals_going_out_index',
      expression: "create index approvals_going_out_index on approvals (scheduled_at) where state = 'pending' and scheduled_at is not null",
    },
    {
      name: 'approvals_expiring_index',
      expression: "create index approvals_expiring_index on approvals (expires_at) where state = 'pending'",
    },
    {
      name: 'approvals_one_pending_unique',
      expression: "create unique index approvals_one_pending_unique on approvals (draft_id) where state = 'pending'",
    },
  ],
  checks: [
    { name: 'approvals_hold_check', expression: '(held_at is null) = (hold_reason is null)' },
    { name: 'approvals_standing_check', expression: '(standing_id is null) = (standing_day is null)' },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    /** The draft's content hash at the time of the request. */
    contentHash: p.text(),
    /** The draft's revision at the time of the request. */
    revision: p.integer().default(0),
    state: p.enum(APPROVAL_STATES),
    /** Why approval was requested again, in a sentence; null if only because of the content. */
    reason: p.text().nullable(),
    /** The message with its parameters, for other languages; null in rows from before this was stored. */
    reasonSentence: p.json<StoredSentence>().nullable(),
    /** How many different people must approve, by the policy at the time of the request. */
    approvalsRequired: p.integer(),
    /** Who may decide, by the policy at the time of the request. */
    deciders: p.enum(DECIDERS).default('owners_and_approvers'),
    /**
     * The stages of the approval, by the policy at the time of the request; empty: one decision by as many
     * people as required.
     */
    stages: p.json<ApprovalStage[]>().defaultRaw(`'[]'`),
    /** Whether the author of the last revision may not approve it, by the policy at the time of the request. */
    refusesSelfApproval: p.boolean().default(false),
    /**
     * Whether each decision must be signed with a passkey: by the policy at the time of the request, or since while
     * it is pending.
     */
    requiresSignature: p.boolean().default(false),
    /** When it was put on hold; null if it is not on hold. */
    heldAt: timestamp().nullable(),
    heldBy: () => p.manyToOne(User).mapToPk().name('held_by').nullable(),
    holdReason: p.text().nullable(),
    /** The standing approval that approved it; null if people decide. */
    standingId: () => p.manyToOne(StandingApproval).mapToPk().name('standing_id').nullable().deleteRule('no action'),
    /** The day in its time zone on which it is published, `2026-11-22`: it counts against the daily limit. */
    standingDay: p.string().columnType('date').nullable(),
    // The draft's facts for the queue: only its time can change while it is open.
    platforms: p.array().columnType('text[]'),
    /** The draft's creator; null for a person. */
    agentId: () => p.manyToOne(Agent).mapToPk().name('agent_id').nullable(),
    /**
     * The agents whose stages apply: the one that made or submitted it, and those with content in it that no person
     * has adopted.
     */
    agentIds: p.array().columnType('text[]').defaultRaw("'{}'"),
    /** The beginning of the source text, for searches. */
    words: p.text(),
    /** Whether the safety checks had findings at the time of the request. */
    hasFindings: p.boolean().default(false),
    scheduledAt: timestamp().nullable(),
    /** When it would be published: its scheduled time, or the time of the request. */
    dueAt: timestamp(),
    createdAt: timestamp(),
    /** When the current stage began; null for the first one. */
    askedSince: timestamp().nullable(),
    expiresAt: timestamp(),
    closedAt: timestamp().nullable(),
  },
});
export type Approval = InferEntity<typeof Approval>;
