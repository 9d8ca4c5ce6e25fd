import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { ClientLink } from '../approvals/clients/client-link.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';

/** `internal`: people of the account. `shared`: the client and the agent, too. */
export const COMMENT_VISIBILITIES = ['internal', 'shared'] as const;
export type CommentVisibility = (typeof COMMENT_VISIBILITIES)[number];

/** A comment on a draft. A thread is identified by its first comment. The text is immutable. */
export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  uniques: [{ properties: ['clientLinkId', 'clientKey'] }],
  indexes: [{ properties: ['draftId', 'id'] }, { properties: ['threadId', 'id'] }],
  checks: [
    {
      name: 'comments_author_check',
      expression:
        "num_nonnulls(user_id, grant_id, client_link_id) = 1 and (client_link_id is null) = (client_email is null) and (visibility = 'shared' or user_id is not null)",
    },
    {
      name: 'comments_head_check',
      expression: 'id = thread_id or (quote is null and platform is null and resolved_at is null and resolved_by_user_id is null)',
    },
  ],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    threadId: p.text(),
    visibility: p.enum(COMMENT_VISIBILITIES),
    text: p.text(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable().deleteRule('no action'),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable().deleteRule('no action'),
    clientLinkId: () => p.manyToOne(ClientLink).mapToPk().name('client_link_id').nullable().deleteRule('no action'),
    clientEmail: p.text().nullable(),
    /** The client's key, to deduplicate a repeated request. */
    clientKey: p.text().nullable(),
    /** The mentioned members. */
    mentions: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** The quoted text of a thread; null: the whole draft. */
    quote: p.text().nullable(),
    /** The platform whose text contains the quote; null: the source text. */
    platform: p.text().nullable(),
    resolvedAt: timestamp().nullable(),
    resolvedByUserId: () => p.manyToOne(User).mapToPk().name('resolved_by_user_id').nullable().deleteRule('no action'),
    createdAt: timestamp(),
  },
});
export type Comment = InferEntity<typeof Comment>;
