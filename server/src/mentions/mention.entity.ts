import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';

/** The account of a name on a platform at its last lookup, for one workspace. */
export const Mention = defineEntity({
  name: 'Mention',
  tableName: 'mentions',
  uniques: [{ properties: ['workspaceId', 'platform', 'name'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    platform: p.text(),
    /** As the platform compares names: without "@", in lower case. */
    name: p.text(),
    /** The account's permanent id on the platform; null if the name is unknown there. */
    externalId: p.text().nullable(),
    askedAt: timestamp(),
  },
});
export type Mention = InferEntity<typeof Mention>;
