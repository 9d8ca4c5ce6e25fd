import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';

/** What the moderation service found in one text or picture of a workspace. Never changed. */
export const ModerationAnswer = defineEntity({
  name: 'ModerationAnswer',
  tableName: 'moderation_answers',
  uniques: [{ properties: ['workspaceId', 'contentKey'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    /** SHA-256 of the service, its model and the content: the text itself is not kept. */
    contentKey: p.text().name('content_key'),
    /** The categories that it found, by the service's names. */
    categories: p.array().columnType('text[]'),
    createdAt: timestamp(),
  },
});
export type ModerationAnswer = InferEntity<typeof ModerationAnswer>;
