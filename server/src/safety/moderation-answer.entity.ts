import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';

/** The moderation service's result for one text or picture of a workspace. Immutable. */
export const ModerationAnswer = defineEntity({
  name: 'ModerationAnswer',
  tableName: 'moderation_answers',
  uniques: [{ properties: ['workspaceId', 'contentKey'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    /** SHA-256 of the service, its model and the content: the text itself is not stored. */
    contentKey: p.text().name('content_key'),
    /** The flagged categories, by the service's names. */
    categories: p.array().columnType('text[]'),
    createdAt: timestamp(),
  },
});
export type ModerationAnswer = InferEntity<typeof ModerationAnswer>;
