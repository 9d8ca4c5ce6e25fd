import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { belonging, idColumn, timestamp } from '../../db/columns.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { LANGUAGE_CODES } from '../../languages/language.ts';
import type { StateTable } from '../../state-table.ts';
import { Approval } from '../approval.entity.ts';

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
    /** The language of its mails; null: that of the owner who made it. */
    language: p.enum(LANGUAGE_CODES).nullable(),
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

/**
 * The code last mailed for a link. It works once, for minutes, with a limited number of attempts; a new one replaces
 * it.
 */
export const ClientCode = defineEntity({
  name: 'ClientCode',
  tableName: 'client_codes',
  properties: {
    linkId: () => p.oneToOne(ClientLink).mapToPk().name('link_id').primary().unique(false).createForeignKeyConstraint(false),
    ...belonging(),
    codeHash: p.text(),
    tries: p.integer().default(0),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type ClientCode = InferEntity<typeof ClientCode>;

/** A browser in which a link's code was entered: it may decide on what that link shows, and nothing else. */
export const ClientSession = defineEntity({
  name: 'ClientSession',
  tableName: 'client_sessions',
  uniques: [{ properties: ['tokenHash'] }],
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    id: idColumn(),
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').createForeignKeyConstraint(false),
    ...belonging(),
    tokenHash: p.text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
});
export type ClientSession = InferEntity<typeof ClientSession>;

const RECALL_STATES = ['waiting', 'sent', 'not_needed'] as const;

/** Waiting again with the next occasion. */
export const RECALL_TRANSITIONS: StateTable<(typeof RECALL_STATES)[number]> = {
  waiting: ['sent', 'not_needed'],
  sent: ['waiting'],
  not_needed: ['waiting'],
};

/** Asks a client to decide again on a new request: once per occasion, all of a link in one mail. */
export const ClientRecall = defineEntity({
  name: 'ClientRecall',
  tableName: 'client_recalls',
  primaryKeys: ['linkId', 'approvalId'],
  indexes: [
    { properties: ['linkId', 'endedAt'] },
    {
      name: 'client_recalls_waiting_index',
      expression: "create index client_recalls_waiting_index on client_recalls (due_at) where state = 'waiting'",
    },
  ],
  properties: {
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').primary().createForeignKeyConstraint(false),
    ...belonging(),
    /** The approval on which they requested changes. */
    approvalId: () => p.manyToOne(Approval).mapToPk().name('approval_id').primary().createForeignKeyConstraint(false),
    state: p.enum(RECALL_STATES),
    /** The earliest time of the mail, which collects further ones until then. */
    dueAt: timestamp(),
    endedAt: timestamp().nullable(),
  },
});
export type ClientRecall = InferEntity<typeof ClientRecall>;

/** A further token of a link, for a later mail: the first one is stored only as a hash, and cannot be mailed again. */
export const ClientLinkToken = defineEntity({
  name: 'ClientLinkToken',
  tableName: 'client_link_tokens',
  indexes: [{ properties: ['linkId'] }],
  properties: {
    tokenHash: p.text().primary(),
    linkId: () => p.manyToOne(ClientLink).mapToPk().name('link_id').createForeignKeyConstraint(false),
    ...belonging(),
    createdAt: timestamp(),
  },
});
export type ClientLinkToken = InferEntity<typeof ClientLinkToken>;
