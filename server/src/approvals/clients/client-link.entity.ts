import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { belonging, idColumn, timestamp } from '../../db/columns.ts';
import { Draft } from '../../drafts/draft.entity.ts';

/** A link that shows some drafts to one mail address without an account. Only the token's keyed hash is stored. */
export const ClientLink = defineEntity({
  name: 'ClientLink',
  tableName: 'client_links',
  uniques: [{ properties: ['tokenHash'] }, { properties: ['workspaceId', 'id', 'accountId'] }],
  indexes: [{ properties: ['accountId', 'createdAt'] }, { properties: ['email', 'createdAt'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    /** In lower case: the address that may decide, and the name of its decisions. */
    email: p.text(),
    /** Compared inside the database; requests cannot read it. */
    tokenHash: p.text().lazy(),
    /** The owner responsible for the address. */
    createdByUserId: () => p.manyToOne(User).mapToPk().name('created_by_user_id'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    revokedAt: timestamp().nullable(),
    revokedByUserId: () => p.manyToOne(User).mapToPk().name('revoked_by_user_id').nullable(),
  },
});
export type ClientLink = InferEntity<typeof ClientLink>;

/** The drafts that a link shows, each with its current content. */
export const ClientLinkDraft = defineEntity({
  name: 'ClientLinkDraft',
  tableName: 'client_link_drafts',
  primaryKeys: ['linkId', 'draftId'],
  indexes: [{ properties: ['draftId'] }],
  properties: {
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').primary().createForeignKeyConstraint(false),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    place: p.integer(),
  },
});
export type ClientLinkDraft = InferEntity<typeof ClientLinkDraft>;
