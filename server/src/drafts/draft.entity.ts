import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { WORDINGS } from '../access/workspace-policies.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { StateTable } from '../state-table.ts';

export const DRAFT_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'rejected',
  'archived',
] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/**
 * The states of a draft. A change of content returns to `draft` from every state before publishing; `publishing`
 * returns to `approved` only if nothing was sent.
 */
export const DRAFT_TRANSITIONS: StateTable<DraftState> = {
  draft: ['in_review', 'approved', 'scheduled', 'publishing', 'archived'],
  in_review: ['draft', 'approved', 'changes_requested', 'rejected', 'archived'],
  changes_requested: ['draft', 'in_review', 'archived'],
  approved: ['draft', 'in_review', 'scheduled', 'publishing', 'archived'],
  scheduled: ['draft', 'in_review', 'approved', 'publishing', 'archived'],
  publishing: ['approved', 'published', 'partially_published', 'failed'],
  published: [],
  partially_published: [],
  failed: ['draft', 'archived'],
  rejected: ['draft', 'archived'],
  archived: [],
};

export const PUBLISH_MODES = ['draft_only', 'approval_queue', 'auto'] as const;
export type PublishMode = (typeof PUBLISH_MODES)[number];

/** Source text for a set of platforms, created by an agent or a person. */
export const Draft = defineEntity({
  name: 'Draft',
  tableName: 'drafts',
  indexes: [
    { properties: ['workspaceId', 'state', 'id'] },
    {
      name: 'drafts_approved_index',
      expression: "create index drafts_approved_index on drafts (id) where state in ('approved', 'scheduled', 'publishing')",
    },
    { properties: ['grantId', 'id'] },
    {
      name: 'drafts_link_card_id_index',
      expression: 'create index drafts_link_card_id_index on drafts (link_card_id) where link_card_id is not null',
    },
    {
      name: 'drafts_edits_publication_id_index',
      expression:
        'create index drafts_edits_publication_id_index on drafts (edits_publication_id, id) where edits_publication_id is not null',
    },
    {
      name: 'drafts_labelled_index',
      expression: 'create index drafts_labelled_index on drafts (workspace_id, id) where cardinality(labels) > 0',
    },
    {
      name: 'drafts_scheduled_index',
      expression: 'create index drafts_scheduled_index on drafts (workspace_id, scheduled_at, id) where scheduled_at is not null',
    },
    {
      name: 'drafts_search_index',
      expression: "create index drafts_search_index on drafts using gin (to_tsvector('simple', left(source_text, 20000)))",
    },
  ],
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }, { properties: ['workspaceId', 'externalId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** The person who wrote the last revision; null for an agent. */
    revisedByUserId: () => p.manyToOne(User).mapToPk().name('revised_by_user_id').nullable(),
    /**
     * The revision up to which a person who submitted it has adopted agents' content, so no agent's limits
     * count.
     */
    vouchedRevision: p.integer().default(0),
    state: p.enum(DRAFT_STATES),
    /** Incremented by every change of the draft or its captions; the ETag of REST. */
    revision: p.integer(),
    sourceText: p.text(),
    link: p.text().nullable(),
    /** How closely generated captions follow the text; null for the workspace's setting. */
    wording: p.enum(WORDINGS).nullable(),
    platforms: p.array().columnType('text[]'),
    /** The chosen connections; null for all healthy ones of the platforms. */
    connectionIds: p.array().columnType('text[]').nullable(),
    /** The images, in order; null for none. */
    mediaIds: p.array().columnType('text[]').nullable(),
    /** The link card that its payloads were built with. A plain id: links/ is not imported here. */
    linkCardId: p.text().nullable(),
    /**
     * The published post whose text it changes; null for a new post. A plain id: publishing/ is not imported
     * here.
     */
    editsPublicationId: p.text().nullable(),
    /** Labels to find it by in lists; never published, not part of any hash. */
    labels: p.array().columnType('text[]').defaultRaw("'{}'"),
    approvalRequired: p.boolean(),
    publishMode: p.enum(PUBLISH_MODES),
    scheduledAt: timestamp().nullable(),
    /** The caller's own id for the draft, unique in the workspace. */
    externalId: p.text().nullable(),
    /** Information for the approvers; shown with the draft, never published, not part of any hash. */
    noteToReviewer: p.text().nullable(),
    /** The note's author; if neither is set, the draft's. */
    noteGrantId: () => p.manyToOne(Grant).mapToPk().name('note_grant_id').nullable(),
    noteUserId: () => p.manyToOne(User).mapToPk().name('note_user_id').nullable(),
    /** SHA-256 of the canonical JSON (RFC 8785) of all current payloads; null before there are any. */
    contentHash: p.text().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});
export type Draft = InferEntity<typeof Draft>;

/** A grant or a person that wrote a draft's content, targets or time, or submitted it. */
export const DraftAuthor = defineEntity({
  name: 'DraftAuthor',
  tableName: 'draft_authors',
  uniques: [{ properties: ['draftId', 'grantId'] }, { properties: ['draftId', 'userId'] }],
  indexes: [{ properties: ['grantId', 'since'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** Their last revision of the draft; 0 for a mere submitter. */
    revision: p.integer(),
    /**
     * When the draft's job began to count for them: when they contributed, or when the draft was queued
     * again.
     */
    since: timestamp(),
  },
});
export type DraftAuthor = InferEntity<typeof DraftAuthor>;
