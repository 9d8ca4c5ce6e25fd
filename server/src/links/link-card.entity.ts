import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import { Media } from '../media/media.entity.ts';

/**
 * A page's metadata as fetched for a workspace, or why fetching failed. Immutable: a later fetch is another row. Not
 * shared between workspaces, since it shows which links they write about.
 */
export const LinkCard = defineEntity({
  name: 'LinkCard',
  tableName: 'link_cards',
  indexes: [{ properties: ['workspaceId', 'linkHash', 'id'] }],
  checks: [{ name: 'link_cards_title_check', expression: 'title is not null or missing is not null' }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    link: p.text(),
    /** SHA-256 of the link, in hex: a link may be longer than an index takes. */
    linkHash: p.text(),
    /** Null without a card. */
    title: p.text().nullable(),
    description: p.text().nullable(),
    siteName: p.text().nullable(),
    /** The page's image, with one rendition. */
    mediaId: () => p.manyToOne(Media).mapToPk().name('media_id').nullable(),
    /** Why there is no card, or with a title why there is no image, in a sentence. */
    missing: p.text().nullable(),
    /** The message with its parameters, for other languages; null in rows from before this was stored. */
    missingSentence: p.json<StoredSentence>().nullable(),
    createdAt: timestamp(),
  },
});
export type LinkCard = InferEntity<typeof LinkCard>;
